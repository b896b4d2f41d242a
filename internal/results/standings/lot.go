package standings

import (
	"cmp"
	"slices"

	"tourney/internal/results"
)

// Lot orders entrants by a draw. Each entrant's number is the 64-bit FNV-1a
// hash of its id, added to the seed and mixed by the finalizer of SplitMix64;
// the smaller number comes first, and equal numbers go by id. The order of the
// argument does not matter, and whoever is added or taken away does not change
// the order of the rest. The argument is left as it is.
func Lot(seed uint64, ids []results.EntrantID) []results.EntrantID {
	out := slices.Clone(ids)
	slices.SortFunc(out, func(a, b results.EntrantID) int { return lotOrder(seed, a, b) })
	return out
}

func lotOrder(seed uint64, a, b results.EntrantID) int {
	return cmp.Or(cmp.Compare(lotNumber(seed, a), lotNumber(seed, b)), cmp.Compare(a, b))
}

func lotNumber(seed uint64, id results.EntrantID) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	h += seed
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
