import { gives, row, type SqlGroup } from "../SqlCase.ts"

/** The acceptance cases of the dialect. */
export const acceptanceCases: SqlGroup = {
  name: "acceptance",
  project: "acceptance",
  cases: [
    gives(
      "select event, distinct_id, properties.key from events order by timestamp",
      [
        ["sign up", "2", "test_val1"],
        ["sign out", "2", "test_val2"],
        ["sign out", "3", "test_val2"],
        ["sign out", "4", "test_val3"]
      ],
      {
        columns: ["event", "distinct_id", "key"],
        types: ["String", "String", "Nullable(String)"],
        hasMore: false,
        limit: 100,
        offset: 0
      }
    ),
    gives(
      "select count(), event from events where event == 'sign up' or like(properties.key, '%val2') group by event " +
        "order by count() DESC, event",
      [[2, "sign out"], [1, "sign up"]]
    ),
    gives("select count() from events where 'a%sd' == 'foo'", [[0]]),
    gives("select count() from events where 'a%sd' == 'a%sd'", [[4]]),
    gives("select count() from events where properties.key == 'test_val2'", [[2]]),
    gives(
      "select distinct_id, person.properties.name, person.properties.email, person.created_at from events order by timestamp desc",
      [
        ["4", null, null, "2020-01-10T12:13:00Z"],
        ["3", null, null, "2020-01-10T12:12:00Z"],
        ["2", "Tom", "tom@example.com", "2020-01-10T12:00:00Z"],
        ["2", "Tom", "tom@example.com", "2020-01-10T12:00:00Z"]
      ]
    ),
    gives("select distinct_id from person_distinct_ids where person.properties.name = 'Tom' order by distinct_id", [
      ["2"],
      ["some-random-uid"]
    ]),
    gives("select properties.name, created_at from persons order by created_at", [
      ["Tom", "2020-01-10T12:00:00Z"],
      [null, "2020-01-10T12:12:00Z"],
      [null, "2020-01-10T12:13:00Z"]
    ]),
    gives("select properties.path from events where properties.path is not null", [["a/b/c"]]),
    gives("select 1 from events a cross join events b", Array.from({ length: 10 }, () => [1]), {
      limits: { defaultRows: 10 },
      hasMore: true
    }),
    row(["5 between 1 and 10", "11 between 1 and 10", "null between 1 and 10", "0 not between 1 and 10"], [1, 0, 0, 1])
  ]
}
