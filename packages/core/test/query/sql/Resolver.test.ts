import { assert, describe, it } from "@effect/vitest"
import { exprText, planText, resolved, selectOf } from "./PlanText.ts"

const columnsOf = (sql: string) => resolved(sql).columns.map(({ name }) => name)

describe("columns", () => {
  it("are named by alias, by the last name of a field, else as printed", () => {
    assert.deepStrictEqual(
      columnsOf(
        "select event, properties.key, properties['other'], person.properties.email, count() as n, concat(event, ' ', 1), 1 " +
          "from events group by event, properties.key, properties['other'], person.properties.email"
      ),
      ["event", "key", "other", "email", "n", "concat(event, ' ', 1)", "1"]
    )
  })

  it("of a plan have short unique names, with any names of the user", () => {
    const sql = `select event, event, 1 as \`a b\`, 2 as ${"x".repeat(70)} from events`
    const { columns } = resolved(sql)
    assert.deepStrictEqual(columns.map(({ name }) => name), ["event", "event", "a b", "x".repeat(70)])
    const names = selectOf(sql).select.map(({ name }) => name)
    assert.strictEqual(new Set(names).size, 4)
    assert.isTrue(names.every((name) => /^\w{1,40}$/.test(name)))
  })

  it("of events shown by * leave out joins and the project", () => {
    assert.deepStrictEqual(columnsOf("select * from events"), [
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
    ])
    assert.deepStrictEqual(columnsOf("select p.* from events e join persons p on e.person_id = p.id"), [
      "id",
      "created_at",
      "properties",
      "is_identified"
    ])
  })
})

const override =
  "left person_overrides#7 person_overrides_2 on equals(person_overrides_2.old_person_id, events_1.person_id)"

describe("joins made on demand", () => {
  it("none for fields of the event itself", () => {
    assert.strictEqual(
      planText("select event, properties.a.b, person.properties.email from events"),
      "select events_1.event as event, events_1.properties->a->b as b, events_1.person_properties->email as email from events#7 events_1"
    )
  })

  it("one for merges, however often the person is asked for", () => {
    assert.strictEqual(
      planText("select person_id, person.id from events where person_id is not null"),
      "select coalesce(person_overrides_2.person_id, events_1.person_id) as person_id, " +
        "coalesce(person_overrides_2.person_id, events_1.person_id) as id " +
        `from (events#7 events_1 ${override}) ` +
        "where isNotNull(coalesce(person_overrides_2.person_id, events_1.person_id))"
    )
  })

  it("in each mode", () => {
    const sql = "select person_id, person.properties.a from events"
    const text = (personsOnEventsMode: Parameters<typeof modeText>[1]) => modeText(sql, personsOnEventsMode)
    assert.strictEqual(
      text("person_id_no_override_properties_on_events"),
      "select events_1.person_id as person_id, events_1.person_properties->a as a from events#7 events_1"
    )
    assert.include(
      text("person_id_override_properties_on_events"),
      `events_1.person_properties->a as a from (events#7 events_1 ${override})`
    )
    assert.include(
      text("person_id_override_properties_joined"),
      "persons_3.properties->a as a from ((events#7 events_1 " + override +
        ") left persons#7 persons_3 on equals(persons_3.id, coalesce(person_overrides_2.person_id, events_1.person_id)))"
    )
    assert.strictEqual(
      text("disabled"),
      "select person_distinct_ids_2.person_id as person_id, persons_3.properties->a as a from ((events#7 events_1 " +
        "left person_distinct_ids#7 person_distinct_ids_2 on equals(person_distinct_ids_2.distinct_id, events_1.distinct_id)) " +
        "left persons#7 persons_3 on equals(persons_3.id, person_distinct_ids_2.person_id))"
    )
  })

  it("for distinct ids, their persons and groups", () => {
    const text = planText("select pdi.person.properties.email, group_0.properties.name from events")
    assert.include(
      text,
      "left person_distinct_ids#7 person_distinct_ids_2 on equals(person_distinct_ids_2.distinct_id, events_1.distinct_id)"
    )
    assert.include(text, "left persons#7 persons_3 on equals(persons_3.id, person_distinct_ids_2.person_id)")
    assert.include(
      text,
      "left groups#7 groups_4 on and(equals(groups_4.index, 0:UInt8), equals(groups_4.key, events_1.$group_0))"
    )
    assert.include(
      planText("select person.properties.a from person_distinct_ids"),
      "equals(persons_2.id, person_distinct_ids_1.person_id)"
    )
  })

  it("stay with their table when it is joined itself", () => {
    assert.strictEqual(
      planText("select p.id from persons p left join events e on e.person_id = p.id"),
      "select persons_1.id as id from (persons#7 persons_1 left (events#7 events_2 left person_overrides#7 person_overrides_3 " +
        "on equals(person_overrides_3.old_person_id, events_2.person_id)) " +
        "on equals(coalesce(person_overrides_3.person_id, events_2.person_id), persons_1.id))"
    )
  })
})

const modeText = (
  sql: string,
  personsOnEventsMode:
    | "disabled"
    | `person_id_${"no_override" | "override"}_properties_on_events`
    | "person_id_override_properties_joined"
): string => planText(sql, { modifiers: { personsOnEventsMode } })

describe("names", () => {
  it("an alias may be used anywhere in its SELECT, before and after it is written", () => {
    assert.strictEqual(
      planText("select b + 1 as c, length(event) as b from events where c > 5 order by b"),
      "select plus(cast(length(events_1.event)), 1:Int64) as c, length(events_1.event) as b from events#7 events_1 " +
        "where greater(plus(cast(length(events_1.event)), 1:Int64), 5:Int64) order by length(events_1.event)"
    )
  })

  it("an alias of an aggregate gives way to the column where only that makes sense", () => {
    const text = planText(
      "select max(timestamp) as timestamp, min(timestamp) from events where timestamp > '2020-01-01'"
    )
    assert.include(text, "min{events_1.timestamp}")
    assert.include(text, "where greater(events_1.timestamp")
  })

  it("inside its own definition an alias is the column", () => {
    assert.strictEqual(exprText("select lower(event) as event from events"), "lower(events_1.event)")
  })

  it("positions name columns in GROUP BY and ORDER BY", () => {
    assert.strictEqual(
      planText("select event, count() from events group by 1 order by 2 desc"),
      "select events_1.event as event, count{} as column_2 from events#7 events_1 group by events_1.event order by count{} desc"
    )
  })

  it("HAVING without groups filters rows, NULLS FIRST orders by being NULL", () => {
    assert.include(planText("select event from events having event = 'a'"), "where equals(events_1.event, 'a':String)")
    assert.include(
      planText("select event from events order by properties.x desc nulls first"),
      "order by isNull(events_1.properties->x) desc, events_1.properties->x desc"
    )
  })
})

describe("queries in queries", () => {
  it("a property of a sub-query's JSON column is selected inside", () => {
    assert.strictEqual(
      planText("select s.p.key, s.p.key from (select properties as p from events) s"),
      "select s_2.column_2 as key, s_2.column_2 as column_2 from (select events_1.properties as p, " +
        "events_1.properties->key as column_2 from events#7 events_1) s_2"
    )
  })

  it("WITH names queries and values", () => {
    assert.strictEqual(
      planText(
        "with a as (select event as e from events), 3 as n select e from a where length(e) > n limit 5 offset 2"
      ),
      "with a_2 as (select events_1.event as e from events#7 events_1) select a_3.e as e from a_2 a_3 " +
        "where greater(length(a_3.e), 3:UInt64) limit 5 offset 2"
    )
    assert.include(
      planText("with a as (select distinct_id from events) select 1 from events where distinct_id in a"),
      "events_1.distinct_id in (select a_4.distinct_id as distinct_id from a_3 a_4)"
    )
  })

  it("IN brings a sub-query's column to the type of the value", () => {
    assert.strictEqual(
      exprText("select 1.5 in (select 1)"),
      "1.5:Float64 in (select cast(subquery_1.column_1) as column_1 from (select 1:UInt8 as column_1) subquery_1)"
    )
  })

  it("joins: comma, USING, RIGHT as LEFT", () => {
    assert.include(planText("select 1 from events, persons"), "(events#7 events_1 cross persons#7 persons_2)")
    assert.include(
      planText("select 1 from events join person_distinct_ids using distinct_id"),
      "inner person_distinct_ids#7 person_distinct_ids_2 on equals(events_1.distinct_id, person_distinct_ids_2.distinct_id)"
    )
    assert.include(
      planText("select 1 from events e right join persons p on e.distinct_id = p.properties.id"),
      "(persons#7 persons_2 left events#7 events_1 on equals(events_1.distinct_id, persons_2.properties->id))"
    )
  })
})

describe("functions", () => {
  const cases: ReadonlyArray<readonly [string, string]> = [
    ["COUNT(*)", "count{}"],
    ["count(event)", "count{events_1.event}"],
    ["count(distinct event)", "countDistinct{events_1.event}"],
    ["countIf(event = 'a')", "count{ if equals(events_1.event, 'a':String)}"],
    ["sumIf(2, event = 'a')", "sum{2:Int64 if equals(events_1.event, 'a':String)}"],
    ["avg(2)", "avg{2:Float64}"],
    ["any(event)", "anyValue{events_1.event}"],
    ["argMaxIf(event, timestamp, 1)", "argMax{events_1.event, events_1.timestamp if 1:UInt8}"],
    ["LOWER(event)", "lower(events_1.event)"],
    ["substring(event, 2)", "substring(events_1.event, 2:Int64, cast(lengthUTF8(events_1.event)))"],
    ["substring(event, 2, 3)", "substring(events_1.event, 2:Int64, 3:Int64)"],
    ["trim(event)", "trimRight(trimLeft(events_1.event))"],
    ["replace(event, 'a', 'b')", "replaceAll(events_1.event, 'a':String, 'b':String)"],
    ["event || 'a' || 1", "concat(events_1.event, 'a':String, '1':String)"],
    ["round(2.567, 1 + 1)", "2.57:Float64"],
    ["floor(2.567, 1)", "2.5:Float64"],
    ["floor(7)", "7:Int64"],
    ["7 / 2", "3.5:Float64"],
    ["7 / length(event)", "divide(7:Float64, cast(length(events_1.event)))"],
    ["-length(event)", "negate(cast(length(events_1.event)))"],
    ["event = 'a' ? 1 : 2", "if(equals(events_1.event, 'a':String), 1:UInt8, 2:UInt8)"],
    ["JSONExtractString(properties, 'a', 'b')", "coalesce(events_1.properties->a->b, '':String)"],
    ["properties.list[1].x", "events_1.properties->list->1->x"],
    ["toTypeName(properties.x)", "'Nullable(String)':String"],
    [
      "cast(properties.x as DateTime64(6))",
      "coalesce(toDateTime(events_1.properties->x, 'UTC':String), "
      + "fromMicros(if(coalesce(matches(events_1.properties->x, "
      + "'^(?:[0-9]{9,10}(?:[.][0-9]{0,9})?|[0-9]{13}|[0-9]{16}|[0-9]{19})$':String), 0:UInt8), "
      + "multiIf(coalesce(greater(position(events_1.properties->x, '.':String), 0:UInt64), 0:UInt8), "
      + "plus(multiply(toInt(substring(events_1.properties->x, 1:Int64, "
      + "minus(cast(position(events_1.properties->x, '.':String)), 1:Int64))), 1000000:Int64), "
      + "toInt(substring(concat(coalesce(substring(events_1.properties->x, "
      + "plus(cast(position(events_1.properties->x, '.':String)), 1:Int64), "
      + "cast(lengthUTF8(events_1.properties->x))), '':String), '000000':String), 1:Int64, 6:Int64))), "
      + "coalesce(lessOrEquals(length(events_1.properties->x), 10:UInt64), 0:UInt8), "
      + "multiply(toInt(events_1.properties->x), 1000000:Int64), "
      + "isNotDistinct(length(events_1.properties->x), 13:UInt64), multiply(toInt(events_1.properties->x), "
      + "1000:Int64), isNotDistinct(length(events_1.properties->x), 16:UInt64), "
      + "toInt(events_1.properties->x), intDiv(toInt(events_1.properties->x), 1000:Int64)), "
      + "null:Nullable(Int64))))"
    ],
    ["toUnixTimestamp(timestamp)", "toUnixTimestamp(events_1.timestamp)"],
    ["now()", "1578658440000000:DateTime64(6, 'UTC')"],
    ["in(event, tuple('a', 'b'))", "events_1.event in [a, b]"]
  ]
  for (const [written, plan] of cases) {
    it(written, () => assert.strictEqual(exprText(`select ${written} from events`), plan))
  }
})
