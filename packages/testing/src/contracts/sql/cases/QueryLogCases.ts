import { queryLogColumns } from "@hedgerow/core/query/log/QueryLogTable"
import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

const short = "hogql_name != 'long'"

/** The table `query_log` over the entries of `LogData.ts`. */
export const queryLogCases: SqlGroup = {
  name: "query log",
  project: "harbour",
  cases: [
    gives(`select * from query_log where query_id = 'q1'`, [[
      "2024-11-04",
      "2024-11-04T23:31:01.500001Z",
      "q1",
      "/api/projects/{project_id}/query/",
      "SELECT 'it''s\n\\ 🌿'",
      "2024-11-04T23:31:00Z",
      1_500,
      "weekly",
      7,
      10,
      9_007_199_254_740_991,
      1,
      20,
      0,
      "QueryFinish",
      0,
      true,
      3,
      1_500_001,
      0,
      0,
      0,
      0,
      0,
      "ServiceSqlQuery",
      true,
      false,
      "",
      ""
    ]], {
      columns: queryLogColumns.map(({ name }) => name),
      types: queryLogColumns.map(({ name, type }) =>
        type.kind === "DateTime64"
          ? "DateTime64(6, 'Europe/Berlin')"
          : name === "created_by"
          ? "Nullable(Int64)"
          : type.kind
      )
    }),
    gives(`select query_id, created_by, exception_code, is_async from query_log where ${short} order by query_id`, [
      ["q1", 7, 0, false],
      ["q2", null, 0, true],
      ["q3", 7, 159, false]
    ]),
    gives("select count(), sum(lengthUTF8(query)) from query_log where hogql_name = 'long'", [[12, 120_000]]),
    gives("select count() from query_log", [[15]]),
    gives("select min(toHour(event_time)), min(event_date) from query_log", [[0, "2024-11-04"]]),
    gives(
      `select status, count(), avg(query_duration_ms) from query_log where ${short} group by status order by status`,
      [["ExceptionWhileProcessing", 1, 1_500], ["QueryFinish", 2, 1_500]]
    ),
    gives(
      `with slow as (select query_id from query_log where query_duration_ms > 1000 and ${short})
      select l.query_id, s.query_id from query_log l left join slow s on l.query_id = s.query_id and l.read_rows > 10
      where ${short} order by l.query_id`,
      [["q1", null], ["q2", "q2"], ["q3", "q3"]]
    ),
    gives(
      "select a.query_id, b.created_by, b.is_async from query_log a left join query_log b on a.query_id = b.hogql_name "
        + "where a.query_id in ('q1', 'q2') order by a.query_id",
      [["q1", null, null], ["q2", null, null]]
    ),
    gives("select count() from query_log where hogql_name = 'quarry' or query like '%quarry%'", [[0]]),
    gives("select e.event from events e where e.event in (select query from query_log)", []),
    refuses("select colour from query_log", "Unable to resolve field: colour"),
    refuses("select l.colour from query_log l", "Field not found: colour")
  ]
}

/** A query log without entries. */
export const emptyQueryLogCases: SqlGroup = {
  name: "an empty query log",
  project: "meadow",
  cases: [
    gives("select count(), max(event_time), max(created_by) from query_log", [[0, null, null]]),
    gives("select * from query_log", [])
  ]
}
