import { assert, describe, it } from "@effect/vitest"
import { exprText, makeProject, typesOf } from "./PlanText.ts"

const types: ReadonlyArray<readonly [written: string, type: string]> = [
  ["1", "UInt8"],
  ["255", "UInt8"],
  ["256", "UInt16"],
  ["65536", "UInt32"],
  ["4294967296", "UInt64"],
  ["9223372036854775808", "UInt64"],
  ["18446744073709551615", "UInt64"],
  ["18446744073709551616", "Float64"],
  ["toUInt64(7) - 1", "Int64"],
  ["1::Decimal(10, 2) / 3", "Decimal(18, 2)"],
  ["-1", "Int8"],
  ["-129", "Int16"],
  ["-9223372036854775808", "Int64"],
  ["1.0", "Float64"],
  ["1e3", "Float64"],
  ["'a'", "String"],
  ["true", "Bool"],
  ["null", "Nullable(Nothing)"],
  ["1 + 1", "Int64"],
  ["1 + 1.5", "Float64"],
  ["1 / 2", "Float64"],
  ["5 % 2", "Int64"],
  ["1 + null", "Nullable(Int64)"],
  ["event", "String"],
  ["uuid", "UUID"],
  ["person_id", "UUID"],
  ["timestamp", "DateTime64(6, 'UTC')"],
  ["person.created_at", "Nullable(DateTime64(6, 'UTC'))"],
  ["properties", "String"],
  ["properties.x", "Nullable(String)"],
  ["event = 'a'", "UInt8"],
  ["toDate(timestamp)", "Date"],
  ["toStartOfWeek(timestamp)", "Date"],
  ["toStartOfMonth(timestamp)", "Date"],
  ["toStartOfHour(timestamp)", "DateTime64(6, 'UTC')"],
  ["toYear(timestamp)", "UInt16"],
  ["toHour(timestamp)", "UInt8"],
  ["now()", "DateTime64(6, 'UTC')"],
  ["today()", "Date"],
  ["timestamp + interval 1 hour", "Nullable(DateTime64(6, 'UTC'))"],
  ["today() - interval 1 month", "Date"],
  ["today() + interval 1 hour", "DateTime64(6, 'UTC')"],
  ["dateDiff('day', timestamp, now())", "Int64"],
  ["toInt(properties.x)", "Nullable(Int64)"],
  ["toFloat('1.5')", "Float64"],
  ["toFloat(event)", "Nullable(Float64)"],
  ["toInt(event) + 1", "Nullable(Int64)"],
  ["length(event) * 2 + 1", "Int64"],
  ["intDiv(length(event), 2)", "Int64"],
  ["intDiv(2, length(event))", "Nullable(Int64)"],
  ["toHour(timestamp) % 7", "Int64"],
  ["toStartOfDay(timestamp)", "DateTime64(6, 'UTC')"],
  ["toStartOfInterval(timestamp, interval 5 minute)", "DateTime64(6, 'UTC')"],
  ["toString(timestamp)", "String"],
  ["length(event)", "UInt64"],
  ["round(1.5)", "Float64"],
  ["if(event = 'a', 1, 300)", "UInt16"],
  ["if(event = 'a', 1, -1)", "Int64"],
  ["if(event = 'a', 1, null)", "Nullable(UInt8)"],
  ["if(event = 'a', 1, 2.5)", "Float64"],
  ["multiIf(event = 'a', 'x', event = 'b', properties.x, 'z')", "Nullable(String)"],
  ["case event when 'a' then 1 end", "Nullable(UInt8)"],
  ["cast(properties.x as Int)", "Nullable(Int64)"],
  ["cast('2020-01-01' as Date)", "Date"],
  ["toTypeName(properties.x)", "String"],
  ["count()", "UInt64"],
  ["uniq(event)", "UInt64"],
  ["sum(1)", "Int64"],
  ["sum(1.5)", "Float64"],
  ["sum(toInt(properties.x))", "Nullable(Int64)"],
  ["avg(1)", "Nullable(Float64)"],
  ["min(timestamp)", "Nullable(DateTime64(6, 'UTC'))"],
  ["argMax(event, timestamp)", "Nullable(String)"]
]

describe("types", () => {
  for (const [written, type] of types) {
    it(written, () => assert.deepStrictEqual(typesOf(`select ${written} from events`), [type]))
  }

  it("an aggregate over groups is NULL only when its argument or a filter can leave nothing", () => {
    const sql =
      "select min(timestamp), avg(1), minIf(timestamp, 1), min(properties.x), sumIf(1, 0) from events group by event"
    assert.deepStrictEqual(typesOf(sql), [
      "DateTime64(6, 'UTC')",
      "Float64",
      "Nullable(DateTime64(6, 'UTC'))",
      "Nullable(String)",
      "Int64"
    ])
  })

  it("the side a left join can leave empty is nullable", () => {
    assert.deepStrictEqual(
      typesOf("select e.event, p.id from events e left join persons p on e.person_id = p.id"),
      ["String", "Nullable(UUID)"]
    )
    assert.deepStrictEqual(
      typesOf("select e.event, e.person_id, p.id from events e right join persons p on e.person_id = p.id"),
      ["Nullable(String)", "Nullable(UUID)", "UUID"]
    )
  })

  it("times carry the project's zone unless the query says otherwise", () => {
    const project = makeProject({ timezone: "Europe/Berlin" })
    assert.deepStrictEqual(typesOf("select timestamp from events", { project }), ["DateTime64(6, 'Europe/Berlin')"])
    assert.deepStrictEqual(
      typesOf("select timestamp from events", { project, modifiers: { convertToProjectTimezone: false } }),
      ["DateTime64(6, 'UTC')"]
    )
  })
})

describe("conversions", () => {
  const berlin = { project: makeProject({ timezone: "Europe/Berlin", week_start_day: 1 }) }
  const micros = (...parts: Parameters<typeof Date.UTC>) => Date.UTC(...parts) * 1000

  it("reads a text beside a time in the project's zone", () => {
    const text = exprText("select timestamp >= '2020-07-01' from events", berlin)
    assert.strictEqual(
      text,
      `greaterOrEquals(events_1.timestamp, ${micros(2020, 5, 30, 22)}:DateTime64(6, 'Europe/Berlin'))`
    )
  })

  it("a text with an offset names its own zone", () => {
    assert.include(
      exprText("select timestamp = '2020-07-01T10:00:00.5+05:30' from events", berlin),
      `${micros(2020, 6, 1, 4, 30) + 500_000}:`
    )
  })

  it("a skipped wall time moves forward, a repeated one is the earlier", () => {
    assert.include(exprText("select toDateTime('2020-03-29 02:30:00')", berlin), `${micros(2020, 2, 29, 1, 30)}:`)
    assert.include(exprText("select toDateTime('2020-10-25 02:30:00')", berlin), `${micros(2020, 9, 25, 0, 30)}:`)
  })

  it("today is the day in the project's zone", () => {
    const project = makeProject({ timezone: "Pacific/Kiritimati" })
    assert.strictEqual(exprText("select today()", { project }), "18272:Date")
    assert.strictEqual(exprText("select yesterday()"), "18270:Date")
  })

  it("a week begins when the project's does, unless the mode says otherwise", () => {
    assert.include(exprText("select toStartOfWeek(timestamp) from events"), "week0")
    assert.include(exprText("select toStartOfWeek(timestamp) from events", berlin), "startOf:week1@Europe/Berlin")
    assert.include(exprText("select toStartOfWeek(timestamp, 0) from events", berlin), "week0")
    assert.include(exprText("select toStartOfWeek(timestamp, 3) from events"), "week1")
  })

  it("brings both sides of a comparison to one type", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["toHour(timestamp) = 5", "equals(part:hour@UTC(events_1.timestamp), 5:UInt8)"],
      ["toHour(timestamp) = 300", "equals(cast(part:hour@UTC(events_1.timestamp)), 300:UInt16)"],
      ["toHour(timestamp) = '5'", "equals(part:hour@UTC(events_1.timestamp), 5:UInt8)"],
      ["toHour(timestamp) > 1.5", "greater(cast(part:hour@UTC(events_1.timestamp)), 1.5:Float64)"],
      ["toDate(timestamp) = '2020-01-01'", "equals(toDate(events_1.timestamp, 'UTC':String), 18262:Date)"],
      ["timestamp > today()", "greater(events_1.timestamp, 1578614400000000:DateTime64(6, 'UTC'))"],
      [
        "uuid = '018F0000-0000-7000-8000-000000000001'",
        "equals(events_1.uuid, '018f0000-0000-7000-8000-000000000001':UUID)"
      ],
      ["toHour(timestamp) in (1, '2', 3)", "part:hour@UTC(events_1.timestamp) in [1, 2, 3]"],
      ["toHour(timestamp) in (1, 2.5)", "cast(part:hour@UTC(events_1.timestamp)) in [1, 2.5]"]
    ]
    for (const [written, plan] of cases) assert.strictEqual(exprText(`select ${written} from events`), plan)
  })

  it("lowers dates to the plan's date functions", () => {
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["timestamp - interval 7 day", "add:day@UTC(events_1.timestamp, -7:Int64)"],
      ["timestamp + toIntervalMonth(1)", "add:month@UTC(events_1.timestamp, 1:Int64)"],
      ["interval 1 hour + timestamp", "add:hour@UTC(events_1.timestamp, 1:Int64)"],
      ["addDays(timestamp, 2)", "add:day@UTC(events_1.timestamp, 2:Int64)"],
      ["dateSub('week', 2, timestamp)", "add:week1@UTC(events_1.timestamp, -2:Int64)"],
      ["date_add(timestamp, interval 1 quarter)", "add:quarter@UTC(events_1.timestamp, 1:Int64)"],
      ["timestamp + 60", "add:second@UTC(events_1.timestamp, 60:Int64)"],
      [
        "toDate(timestamp) + 1",
        "toDate(add:day@UTC(startOf:day@UTC(toDate(events_1.timestamp, 'UTC':String)), 1:Int64), 'UTC':String)"
      ],
      ["date_trunc('month', timestamp)", "startOf:month@UTC(events_1.timestamp)"],
      ["toStartOfInterval(timestamp, interval 1 week)", "startOf:week1@UTC(events_1.timestamp)"],
      ["toStartOfDay(timestamp, 'Asia/Tokyo')", "startOf:day@Asia/Tokyo(events_1.timestamp)"],
      [
        "dateDiff('hour', timestamp, toDate(timestamp))",
        "diff:hour@UTC(events_1.timestamp, startOf:day@UTC(toDate(events_1.timestamp, 'UTC':String)))"
      ],
      ["toTimeZone(timestamp, 'Asia/Tokyo')", "add:second@Asia/Tokyo(events_1.timestamp, 0:Int64)"]
    ]
    for (const [written, plan] of cases) assert.strictEqual(exprText(`select ${written} from events`), plan, written)
  })
})
