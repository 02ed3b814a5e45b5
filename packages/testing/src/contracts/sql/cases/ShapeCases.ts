import { gives, type row, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const typed = (expressions: string, cells: Parameters<typeof row>[1], types: ReadonlyArray<string>): SqlCase =>
  gives(`select ${expressions} from events where properties.n = '7'`, [cells], { types })

const plain = (expressions: string, cells: Parameters<typeof row>[1], types: ReadonlyArray<string>): SqlCase =>
  gives(`select ${expressions}`, [cells], { types })

const named = (expressions: string, columns: ReadonlyArray<string>): SqlCase =>
  gives(`select ${expressions} from events where 1 = 2`, [], { columns })

const stored = [
  "uuid",
  "event",
  "properties",
  "timestamp",
  "distinct_id",
  "elements_chain",
  "created_at",
  "$session_id",
  "$window_id",
  "$group_0",
  "$group_1",
  "$group_2",
  "$group_3",
  "$group_4",
  "elements_chain_href",
  "elements_chain_texts",
  "elements_chain_ids",
  "elements_chain_elements",
  "person_mode"
]

const instant = "DateTime64(6, 'UTC')"

/** Types and names of columns. */
export const shapeCases: SqlGroup = {
  name: "shape",
  project: "meadow",
  cases: [
    typed("uuid, event, distinct_id", ["00000000-0000-4000-8000-000000000007", "buy", "ann"], [
      "UUID",
      "String",
      "String"
    ]),
    typed("timestamp, toStartOfHour(timestamp)", ["2024-10-28T10:00:00.123456Z", "2024-10-28T10:00:00Z"], [
      instant,
      instant
    ]),
    typed("toDate(timestamp), toStartOfWeek(timestamp)", ["2024-10-28", "2024-10-27"], ["Date", "Date"]),
    typed("toStartOfMonth(timestamp), toYear(timestamp), toHour(timestamp)", ["2024-10-01", 2024, 10], [
      "Date",
      "UInt16",
      "UInt8"
    ]),
    typed("properties.price, properties.none", [7.25, null], ["Nullable(Float64)", "Nullable(String)"]),
    typed("toFloat(properties.price), toInt(properties.n)", [7.25, 7], ["Nullable(Float64)", "Nullable(Int64)"]),
    typed("toDateTime(properties.none), toDate(properties.none)", [null, null], [
      `Nullable(${instant})`,
      "Nullable(Date)"
    ]),
    typed("person.properties.plan, group_0.properties.name", ["pro", "Acme"], ["Nullable(String)", "Nullable(String)"]),
    typed("event = 'buy', properties.tag = 'x', event like 'b%'", [1, 0, 1], ["UInt8", "UInt8", "UInt8"]),
    typed("count(), uniq(event), avg(1.5)", [1, 1, 1.5], ["UInt64", "UInt64", "Nullable(Float64)"]),
    typed("concat(event, '!'), length(event), lower(properties.note)", ["buy!", 3, null], [
      "String",
      "UInt64",
      "Nullable(String)"
    ]),
    plain("1, 300, 70000, -1, 1.5, 'a', true, NULL", [1, 300, 70000, -1, 1.5, "a", true, null], [
      "UInt8",
      "UInt16",
      "UInt32",
      "Int8",
      "Float64",
      "String",
      "Bool",
      "Nullable(Nothing)"
    ]),
    plain("1 / 2, 1 = 1, not 1, coalesce(NULL, 'a'), nullIf('a', 'b')", [0.5, 1, 0, "a", "a"], [
      "Float64",
      "UInt8",
      "UInt8",
      "String",
      "String"
    ]),
    plain("toDate('2024-01-01'), toDateTime('2024-01-01 00:00:00')", ["2024-01-01", "2024-01-01T00:00:00Z"], [
      "Date",
      instant
    ]),
    plain("toTypeName(1), toTypeName(now()), toTypeName(NULL)", ["UInt8", instant, "Nullable(Nothing)"], [
      "String",
      "String",
      "String"
    ]),
    named("event, properties.path, properties['a b'], properties.cart.total.net", ["event", "path", "a b", "net"]),
    named("event as name, events.timestamp", ["name", "timestamp"]),
    named("concat(event, ' ', distinct_id), 1 + 1, event = 'x'", [
      "concat(event, ' ', distinct_id)",
      "plus(1, 1)",
      "equals(event, 'x')"
    ]),
    named("person.properties.plan, group_0.key", ["plan", "key"]),
    gives("select count(), count() as c, max(timestamp) from events", [[12, 12, "2024-11-03T08:00:00Z"]], {
      columns: ["count()", "c", "max(timestamp)"]
    }),
    gives("select * from events where 1 = 2", [], { columns: stored }),
    gives("select e.* from events e cross join persons p where 1 = 2", [], { columns: stored }),
    gives("select * from persons where 1 = 2", [], { columns: ["id", "created_at", "properties", "is_identified"] }),
    gives("select * from person_distinct_ids where 1 = 2", [], { columns: ["distinct_id", "person_id"] }),
    gives("select * from groups where 1 = 2", [], {
      columns: ["index", "key", "created_at", "updated_at", "properties"]
    }),
    gives("select event, event from events where properties.n = '4'", [["buy", "buy"]], { columns: ["event", "event"] })
  ]
}

/** Times carry the zone in their type. */
export const berlinShapeCases: SqlGroup = {
  name: "shape in Berlin",
  project: "harbour",
  cases: [
    gives("select timestamp, toStartOfDay(timestamp) from events limit 0", [], {
      types: ["DateTime64(6, 'Europe/Berlin')", "DateTime64(6, 'Europe/Berlin')"]
    }),
    gives("select timestamp from events limit 0", [], {
      name: "without the project's zone",
      modifiers: { convertToProjectTimezone: false },
      types: [instant]
    })
  ]
}
