package momon

// table is a set of states, each with a mark. It compares states exactly; the
// hash only finds the place to look, so that a collision costs time and
// nothing else.
type table struct {
	states []core
	marks  []int32
	slots  []int32 // index+1 into states; a power of two, at least half empty
}

// mark gives a state's mark, and false if the state is not in the table.
func (t *table) mark(c *core) (int32, bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	if i := t.slots[t.find(c)]; i != 0 {
		return t.marks[i-1], true
	}
	return 0, false
}

// put sets a state's mark and gives the state's index.
func (t *table) put(c *core, mark int32) int {
	if 2*len(t.states) >= len(t.slots) {
		t.grow()
	}
	s := t.find(c)
	if t.slots[s] == 0 {
		t.states = append(t.states, *c)
		t.marks = append(t.marks, mark)
		t.slots[s] = int32(len(t.states))
	}
	i := int(t.slots[s]) - 1
	t.marks[i] = mark
	return i
}

// find gives the slot of a state, or the empty one in which it belongs.
func (t *table) find(c *core) uint64 {
	last := uint64(len(t.slots) - 1)
	s := c.hash() & last
	for t.slots[s] != 0 && t.states[t.slots[s]-1] != *c {
		s = (s + 1) & last
	}
	return s
}

func (t *table) grow() {
	t.slots = make([]int32, max(64, 2*len(t.slots)))
	last := uint64(len(t.slots) - 1)
	for i := range t.states {
		s := t.states[i].hash() & last
		for t.slots[s] != 0 {
			s = (s + 1) & last
		}
		t.slots[s] = int32(i + 1)
	}
}

// hash mixes what differs between the states around a loop.
func (c *core) hash() uint64 {
	h := c.hand ^ uint64(c.queued)<<56 ^ uint64(c.token)<<55 ^ uint64(c.lasting)<<48
	mix := func(x uint64) {
		h = (h ^ x) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	for space, r := range c.arena {
		if r != 0 {
			o := &c.objects[r-1]
			mix(uint64(space) | uint64(r)<<8 | uint64(o.flags)<<16 | uint64(uint16(o.base))<<24 | uint64(uint16(o.cur))<<40 | uint64(o.used)<<56)
		}
	}
	for _, t := range c.queue[:c.queued] {
		mix(uint64(t.ability) | uint64(t.self)<<8 | uint64(t.source)<<16 | uint64(t.by)<<24)
	}
	for _, l := range c.live[:c.lasting] {
		mix(uint64(l.ability) | uint64(l.effect)<<8 | uint64(l.target)<<16 | uint64(l.self)<<24 | uint64(l.by)<<32)
	}
	for _, p := range c.parcels[:c.packed] {
		mix(uint64(p.ability) | uint64(p.left)<<8 | uint64(p.self)<<16)
	}
	return h ^ h>>32
}
