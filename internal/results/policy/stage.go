package policy

import "tourney/internal/results"

// StageRules lays the objects "match" and "timing" of a stage in an event file
// over what the policy says for such a stage, field by field. elimination
// chooses the playoff's rules. A nil object gives nil rules: the policy's hold
// as they are. Pointer is the stage's JSON pointer. The error is a [Faults].
func StageRules(base *results.Policy, elimination bool, file, pointer string, match, timing []byte) (*results.MatchRules, *results.Timing, error) {
	r := &reader{file: file}
	under, err := (&reader{}).tomlDocument(Canonical(base))
	if err != nil {
		return nil, nil, err
	}
	d := document{values: map[string]*node{}}
	for _, part := range []struct {
		section string
		data    []byte
	}{{"match", match}, {"timing", timing}} {
		if part.data == nil {
			continue
		}
		root, faults := jsonTree(file, pointer+"/"+part.section, 0, part.data)
		if faults != nil {
			return nil, nil, faults
		}
		if root.shape != tableShape {
			r.fault(root, "must be a table with the fields that differ in this stage, not %s", root.described())
			continue
		}
		into := part.section
		if elimination {
			into = "playoff"
		}
		for i, key := range root.keys {
			if _, ok := fieldIndex[join(part.section, key)]; !ok {
				r.fault(root.items[i], "%q is not a key of %s; accepted are: %s", clip(key), part.section, acceptedKeys(part.section))
				continue
			}
			d.values[join(into, key)] = root.items[i]
		}
	}
	p := r.policy(d.over(under))
	if err := r.faults.err(); err != nil {
		return nil, nil, err
	}
	rules, clock := &p.Match, &p.Timing
	if elimination {
		rules, clock = &p.PlayoffMatch, &p.PlayoffTiming
	}
	if match == nil {
		rules = nil
	}
	if timing == nil {
		clock = nil
	}
	return rules, clock, nil
}
