import { gives, type SqlGroup } from "../SqlCase.ts"

/** Joins beside inner, left and cross. */
export const joinKindCases: SqlGroup = {
  name: "kinds of joins",
  project: "harbour",
  cases: [
    gives(
      "select a.number, b.number from numbers(2) a full join numbers(1, 2) b on a.number = b.number order by 1, 2",
      [
        [0, null],
        [1, 1],
        [null, 2]
      ]
    ),
    gives("select a.number from numbers(4) a semi join numbers(2, 9) b on a.number = b.number order by 1", [[2], [3]]),
    gives(
      "select a.number, b.number from numbers(4) a left anti join numbers(2, 9) b on a.number = b.number order by 1",
      [
        [0, null],
        [1, null]
      ]
    ),
    gives("select b.number from numbers(2) a right anti join numbers(3) b on a.number = b.number", [[2]]),
    // A key that is NULL in every row, behind a join.
    ...["null", "(select number from numbers(3) where number > 5)", "nullIf(1, 1)", "toInt('x')"].flatMap((none) =>
      ["left", "right", "full"].map((kind) =>
        gives(
          `select count(), count(a.m), count(b.k) from (select x.number + ${none} as m from numbers(3) x
           join numbers(3) y on x.number = y.number) a ${kind} join (select number as k from numbers(4)) b on a.m = b.k`,
          [kind === "left" ? [3, 0, 0] : kind === "right" ? [4, 0, 4] : [7, 0, 4]]
        )
      )
    ),
    gives(
      `with a as (select distinct x.number + null as m, x.number as n from numbers(3) x
       join numbers(3) y on x.number = y.number)
       select a.n, b.number from a left join numbers(4) b on a.m = b.number order by 1`,
      [[0, null], [1, null], [2, null]]
    ),
    gives(
      "select a.number, b.k from numbers(3) a any left join (select number % 2 as k from numbers(9)) b on a.number = b.k order by 1",
      [[0, 0], [1, 1], [2, null]]
    ),
    gives(
      "select a.k from (select number % 2 as k from numbers(9)) a any join (select number % 2 as k from numbers(9)) b on a.k = b.k order by 1",
      [[0], [1]]
    ),
    gives(
      "select a.number, b.t from numbers(5) a asof left join (select number * 3 + 1 as t, 1 as one from numbers(2)) b " +
        "on a.number - a.number + 1 = b.one and a.number >= b.t order by 1",
      [[0, null], [1, 1], [2, 1], [3, 1], [4, 4]]
    ),
    gives("select count(), countIf(b.event = 'tick') from events a semi join events b on a.uuid = b.uuid", [[10, 10]]),
    gives(
      "select a.x, b.x from (select number / 2 as x from numbers(2)) a full join (select number / 4 as x from numbers(3)) b " +
        "on a.x = b.x order by 1, 2",
      [[0, 0], [0.5, 0.5], [null, 0.25]]
    ),
    gives(
      "select count() from (select number / number as x from numbers(2)) a full join (select number / number as x from numbers(2)) b " +
        "on a.x = b.x",
      [[3]],
      { name: "a full join of NaN, which is equal to nothing" }
    ),
    gives("select a.number from numbers(3) a full join numbers(3) b using (number) where a.number = 1", [[1]])
  ]
}
