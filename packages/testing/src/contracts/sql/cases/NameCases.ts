import { gives, refuses, type SqlGroup, unreadable } from "../SqlCase.ts"

/** Words that begin a clause elsewhere, as names of tables of WITH: `WITH final AS (…) SELECT … FROM final`. */
const words =
  "final sample any all window order first date key value type format settings left right cross asof top group limit "
    .trim().split(" ")

/** Words that are no keywords where they stand. */
export const nameCases: SqlGroup = {
  name: "words as names",
  project: "meadow",
  cases: [
    ...words.map((word) =>
      gives(`with ${word} as (select 1 as x) select ${word}.x, a.x from ${word} join ${word} as a on a.x = ${word}.x`, [
        [1, 1]
      ])
    ),
    gives("with final as (select event from events) select count() from final where event = 'buy'", [[3]]),
    gives("with final as (select 1 as x) select x from final final where x = 1", [[1]]),
    gives("select count() final, 1 sample, 2 any, 3 window, 4 format from events", [[12, 1, 2, 3, 4]], {
      columns: ["final", "sample", "any", "window", "format"]
    }),
    gives("select sample.event from events sample order by sample.timestamp limit 1", [["page"]]),
    gives("select count() from events sample 1", [[12]]),
    gives(
      "select final + 1, any, key, value, type, date from (select count() as final, 1 as any, 2 as key, 3 as value, 'x' as type, "
        + "4 as date from events) order by final",
      [[13, 1, 2, 3, "x", 4]]
    ),
    gives("select event key, count() value from events group by key order by value desc, key limit 1", [["page", 5]]),
    unreadable("select 1 from where x = 1", "Expected a table or a sub-query but found \"where\" (line 1, column 15)"),
    unreadable("select 1 from group by x", "Expected a table or a sub-query but found \"group\" (line 1, column 15)"),
    unreadable(
      "select 1 from join b on a = 1",
      "Expected a table or a sub-query but found \"join\" (line 1, column 15)"
    ),
    refuses("select 1 from final", "Unknown table \"final\".")
  ]
}
