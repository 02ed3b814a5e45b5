import { gives, type Known, refuses, type Rows, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const channel = (id: string, name: string): SqlCase =>
  gives(`select $channel_type from sessions where session_id = '${id}'`, [[name]])

/** Computed columns of tables: elements, channels, and raw tables. */
export const tableCases: SqlGroup = {
  name: "tables",
  project: "terrace",
  cases: [
    channel("t01", "Organic Search"),
    channel("t02", "Paid Search"),
    channel("t03", "Direct"),
    channel("t04", "Organic Social"),
    channel("t05", "Referral"),
    channel("t06", "Email"),
    channel("t07", "Unknown"),
    channel("t08", "Paid Video"),
    channel("t09", "Cross Network"),
    channel("t10", "Paid Search"),
    channel("t11", "Organic Social"),
    gives("select session.$channel_type, session.$urls from events where $session_id in ('t01', 't02') order by uuid", [
      ["Organic Search", ["https://shop.example/b"]],
      ["Paid Search", []]
    ], { types: ["Nullable(String)", "Array(String)"] }),
    gives("select $urls, $num_uniq_urls from raw_sessions order by session_id limit 2", [
      [["https://shop.example/b"], 1],
      [[], 0]
    ]),
    gives(
      "select elements_chain_href, elements_chain_texts, elements_chain_ids, elements_chain_elements from events "
        + "where elements_chain != ''",
      [["/plans", ["Our; plans"], ["go", "f"], ["a", "form"]]],
      { types: ["String", "Array(String)", "Array(String)", "Array(String)"] }
    ),
    gives("select count() from events e where e.elements_chain_href = '/plans' and has(e.elements_chain_ids, 'go')", [
      [1]
    ]),
    gives("select elements_chain_href, count() from events group by elements_chain_href order by 1", [["", 11], [
      "/plans",
      1
    ]]),
    gives(
      "select $virt_initial_channel_type, $virt_initial_referring_domain_type from persons",
      [["Organic Search", "Search"]]
    ),
    gives(
      "select person.$virt_initial_channel_type, pdi.person.$virt_initial_referring_domain_type, count() from events "
        + "group by 1, 2",
      [["Organic Search", "Search", 12]]
    ),
    gives(
      "select p.$virt_initial_channel_type, count() from persons p join events e on e.person_id = p.id group by 1",
      [
        ["Organic Search", 12]
      ]
    ),
    gives("select is_deleted, properties.$initial_referring_domain, version >= 0 from raw_persons", [[
      0,
      "www.google.com",
      1
    ]]),
    gives("select distinct_id, is_deleted, version from raw_person_distinct_ids", [["kim", 0, 0]]),
    gives("select distinct_id from person_distinct_id_overrides", [["kim"]]),
    gives("select count() from raw_cohort_people", [[0]]),
    gives("select count() from raw_groups", [[0]]),
    gives("select count() from raw_query_log", [[0]]),
    gives("select pdi.distinct_id, pdi.person_id = id from persons", [["kim", 1]]),
    gives("select count() from (select * from events)", [[12]]),
    gives(
      "select count() from (select a.distinct_id as c from persons p left join person_distinct_ids a on 1 = 1) x "
        + "left join (select number as c from numbers(3)) y on 1 = 1",
      [[3]]
    ),
    gives(
      "select c, n from (select event as c, count() over (partition by event) as n from events) order by c limit 1 by n",
      [
        ["$autocapture", 1],
        ["$pageview", 11]
      ]
    ),
    gives("select event as c, count() over (partition by event) as n from events order by n limit 1 by n", [
      ["$autocapture", 1],
      ["$pageview", 11]
    ]),
    refuses("select issue_id from events", "Unable to resolve field: issue_id"),
    refuses("select pdi from persons", "Can't select a table when a column is expected: pdi"),
    refuses("select arrayReduce('bla', [1])", "Invalid parametric function in 'arrayReduce', 'bla' is not supported."),
    refuses(
      "select arrayReduce(event, [1]) from events",
      "Expected constant string as first arg in function 'arrayReduce', got Field"
    )
  ]
}

const overrides: Known<Rows> = ({ personId }) => [[personId("meadow", "bob")]]

/** Groups by the names of their types, and merges. */
export const groupNameCases: SqlGroup = {
  name: "groups by name",
  project: "meadow",
  cases: [
    gives("select company.key, company.properties.name from events where properties.n in ('4', '5') order by uuid", [
      ["acme", "Acme"],
      [null, null]
    ]),
    gives("select e.company.properties.size, count() from events e where e.company.key = 'acme' group by 1", [[12, 2]]),
    gives("select goe_0.properties.name from events where properties.n = '4'", [["Acme"]]),
    gives("select override.person_id from events where distinct_id = 'tab'", overrides),
    refuses("select firm.properties.name from events", "Unable to resolve field: firm"),
    refuses("select company.nothing from events", "Field not found: nothing")
  ]
}

const september = { dateRange: { date_from: "2024-11-01", date_to: "2024-11-02" } }
const wrongTable =
  "Cannot use 'filters' placeholder in a SELECT clause that does not select from the events, sessions, "
  + "logs, traces or groups table."
const from = "{filters.dateRange.from}"

/** Filters over other tables than events, and parts of them. */
export const filterTableCases: SqlGroup = {
  name: "filters over tables",
  project: "orchard",
  cases: [
    gives("select session_id from sessions where {filters} order by 1", [["s1"]], { filters: september }),
    gives("select session_id from sessions where {filters} order by 1", [["s1"], ["s3"]], {
      filters: { properties: [{ type: "session", key: "$session_duration", operator: "gt", value: 0 }] }
    }),
    gives("select count() from events where {filters}", [[1]], {
      filters: { properties: [{ type: "session", key: "$entry_pathname", value: "/" }] },
      name: "events of sessions"
    }),
    gives("select count() from events e join persons p on p.id = e.person_id where {filters}", [[4]], {
      filters: { ...september, properties: [{ type: "event", key: "$session_id", value: "s1" }] }
    }),
    gives("select count() from groups where {filters}", [[0]], { filters: september }),
    gives(`select count() from events where timestamp >= ${from} and timestamp < {filters.dateRange.to}`, [[4]], {
      filters: september
    }),
    gives(`select count() from events where timestamp >= ${from} and timestamp < {filters.dateRange.to}`, [[4]], {
      filters: { dateRange: { date_to: "2024-11-02" } },
      name: "only the end of a range"
    }),
    gives(`select count() from events where greaterOrEquals(timestamp, ${from}) and event != ${from}`, [[8]]),
    gives(`select count() from events where timestamp between ${from} and {filters.dateRange.to}`, [[4]], {
      filters: { dateRange: { date_from: "2024-11-02" } }
    }),
    gives(`select ${from}`, [["2024-11-01T00:00:00Z"]], { filters: september }),
    refuses("select {filters}", wrongTable),
    refuses("select 1 from persons where {filters}", wrongTable),
    refuses("with e as (select * from events) select 1 from e where {filters}", wrongTable),
    refuses("select 1 from (select 1 as x where {filters}) as events", wrongTable),
    refuses(
      "select 1 from sessions where {filters}",
      "Can only use session properties in a filter when selecting from only the sessions table.",
      { filters: { properties: [{ type: "event", key: "a", value: "b" }] } }
    ),
    refuses(
      "select 1 from events where {filters.dates}",
      "Unsupported filters placeholder {filters.dates}. Supported filters placeholders are: {filters}, "
        + "{filters.dateRange.from}, {filters.dateRange.to}."
    ),
    refuses(`select 1 from events where timestamp > toDateTime(${from})`, `Placeholder ${from} has no value`)
  ]
}
