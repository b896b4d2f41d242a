package swiss

import (
	"slices"
	"testing"
)

// reasonsOf returns the reasons of the table or bye of entrant i.
func reasonsOf(r *Result, i int) []Reason {
	for _, table := range r.Tables {
		if table.A == i || table.B == i {
			return table.Reasons
		}
	}
	return r.Bye.Reasons
}

func TestReasons(t *testing.T) {
	t.Parallel()
	strong := Options{Apart: ApartStrong}
	for _, test := range []struct {
		name  string
		in    Input
		opts  Options
		clubs []int
		of    int
		want  []Reason
	}{
		{
			name: "same points", in: played([]int64{3, 3, 0, 0}), of: 0,
			want: []Reason{{Code: SamePoints, Points: 3}},
		}, {
			name: "odd group", in: played([]int64{3, 3, 3, 0}, [2]int{0, 3}, [2]int{1, 3}), of: 2,
			want: []Reason{
				{Code: PairedDownOdd, Entrant: 2, Points: 3, OtherPoints: 0, Count: 3},
				{Code: PairedUp, Entrant: 3, Points: 0, OtherPoints: 3},
			},
		}, {
			name: "met all others", in: played([]int64{6, 6, 3, 3}, [2]int{0, 1}, [2]int{0, 2}), of: 0,
			want: []Reason{
				{Code: PairedDownAllMet, Entrant: 0, Points: 6, OtherPoints: 3, Count: 1},
				{Code: PairedUp, Entrant: 3, Points: 3, OtherPoints: 6},
			},
		}, {
			name: "kept apart", in: played([]int64{6, 6, 3, 3}, [2]int{0, 2}), opts: strong, clubs: []int{1, 1, 0, 0}, of: 0,
			want: []Reason{
				{Code: PairedDownClub, Entrant: 0, Points: 6, OtherPoints: 3, Count: 1},
				{Code: PairedUp, Entrant: 3, Points: 3, OtherPoints: 6},
			},
		}, {
			name: "one club everywhere", in: played([]int64{3, 0}), opts: strong, clubs: []int{4, 4}, of: 0,
			want: []Reason{
				{Code: PairedDownOdd, Entrant: 0, Points: 3, OtherPoints: 0, Count: 1},
				{Code: PairedUp, Entrant: 1, Points: 0, OtherPoints: 3},
				{Code: SameClub, Entrant: 0},
			},
		}, {
			// The two with 0 have met, so the two with 3 cannot play each other.
			name: "for the others", in: played([]int64{3, 3, 0, 0}, [2]int{2, 3}, [2]int{0, 2}), of: 0,
			want: []Reason{
				{Code: PairedDownOverall, Entrant: 0, Points: 3, OtherPoints: 0},
				{Code: PairedUp, Entrant: 3, Points: 0, OtherPoints: 3},
			},
		}, {
			name: "rematch", in: played([]int64{3, 3}, [2]int{0, 1}, [2]int{0, 1}, [2]int{0, 1}), of: 1,
			want: []Reason{{Code: SamePoints, Points: 3, Entrant: 0}, {Code: RematchForced, Count: 3}},
		}, {
			name: "by rank", in: played([]int64{0, 9, 3, 3}), opts: Options{ByRank: true}, of: 0,
			want: []Reason{{Code: ByRank, Entrant: 0, Rank: 1, OtherRank: 2}},
		}, {
			name: "lowest without bye", in: played([]int64{6, 3, 3, 3, 0}, [2]int{4, 4}, [2]int{1, 1}, [2]int{2, 2}), of: 3,
			want: []Reason{{Code: LowestWithoutBye, Entrant: 3, Points: 3}},
		}, {
			// Without 2 only the rematch of 0 and 1 would be left.
			name: "bye moved up", in: played([]int64{9, 6, 0}, [2]int{0, 1}, [2]int{0, 0}), of: 1,
			want: []Reason{{Code: ByeMovedUp, Entrant: 1, Points: 6, Count: 1}},
		}, {
			name: "drawn bye", in: played([]int64{6, 3, 3}, [2]int{1, 1}, [2]int{2, 2}), opts: Options{ByeTo: ByeToRandom}, of: 0,
			want: []Reason{{Code: RandomWithoutBye, Entrant: 0, Points: 6}},
		}, {
			name: "second bye", in: played([]int64{6, 3, 3}, [2]int{0, 0}, [2]int{1, 1}, [2]int{2, 2}, [2]int{2, 2}, [2]int{0, 1}), of: 1,
			// 0 and 1 have met, so one of them sits out.
			want: []Reason{{Code: SecondByeForced, Entrant: 1, Points: 3, Count: 1}},
		},
	} {
		test.in.Options = test.opts
		for i, club := range test.clubs {
			test.in.Entrants[i].Club = club
		}
		r := mustPair(t, test.in)
		got := reasonsOf(&r, test.of)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}
