import { gives, refuses, type SqlGroup } from "../SqlCase.ts"

/** Texts as rows of a column `t`, so that no engine computes with constants. */
const texts = (...values: ReadonlyArray<string>): string =>
  `(select arrayJoin([${values.map((text) => `'${text}'`).join(", ")}]) as t)`

/** Casts to every type by its name; a value outside of the type is NULL. */
export const castCases: SqlGroup = {
  name: "casts",
  project: "meadow",
  cases: [
    gives(
      `select t::UInt8, CAST(t AS Int8), t::UInt16, t::Int16, t::UInt32, t::Int32, t::Int64, t::UInt64
       from ${texts("-129", "200", "70000", "5000000000", "x")} order by toInt(t)`,
      [
        [null, null, null, -129, null, -129, -129, null],
        [200, null, 200, 200, 200, 200, 200, 200],
        [null, null, null, null, 70000, 70000, 70000, 70000],
        [null, null, null, null, null, null, 5000000000, 5000000000],
        [null, null, null, null, null, null, null, null]
      ],
      {
        types: ["UInt8", "Int8", "UInt16", "Int16", "UInt32", "Int32", "Int64", "UInt64"].map((type) =>
          `Nullable(${type})`
        )
      }
    ),
    gives("select 7::UInt8, 300::UInt8, -1::Int8, '7'::UInt16, true::UInt8, count()::UInt32 from events", [
      [7, null, -1, 7, 1, 12]
    ], { types: ["UInt8", "Nullable(UInt8)", "Int8", "UInt16", "UInt8", "Nullable(UInt32)"] }),
    gives(
      `select t::Nullable(Int64), t::LowCardinality(String), t::LowCardinality(Nullable(String)), t::Date32, t::UUID,
         t::DateTime('Europe/Berlin'), t::DateTime64(3, 'UTC') from ${texts("2024-01-02")}`,
      [[null, "2024-01-02", "2024-01-02", "2024-01-02", null, "2024-01-01T23:00:00Z", "2024-01-02T00:00:00Z"]],
      {
        types: [
          "Nullable(Int64)",
          "String",
          "String",
          "Nullable(Date)",
          "Nullable(UUID)",
          "Nullable(DateTime('Europe/Berlin'))",
          "Nullable(DateTime64(3, 'UTC'))"
        ]
      }
    ),
    gives(
      `select toDateTime64(timestamp, 3) as milli, milli::DateTime64(1), timestamp::DateTime, timestamp::DateTime64,
         toDateTime64(timestamp, 9), milli = timestamp, milli + INTERVAL 1 DAY, toTimeZone(milli, 'Europe/Berlin'),
         if(event = 'buy', milli, timestamp), [milli]
       from events where properties.n = '7'`,
      [[
        "2024-10-28T10:00:00.123000Z",
        "2024-10-28T10:00:00.100000Z",
        "2024-10-28T10:00:00Z",
        "2024-10-28T10:00:00.123000Z",
        "2024-10-28T10:00:00.123456Z",
        0,
        "2024-10-29T10:00:00.123000Z",
        "2024-10-28T10:00:00.123000Z",
        "2024-10-28T10:00:00.123000Z",
        ["2024-10-28T10:00:00.123000Z"]
      ]],
      {
        types: [
          "DateTime64(3, 'UTC')",
          "DateTime64(1, 'UTC')",
          "DateTime('UTC')",
          "DateTime64(3, 'UTC')",
          "DateTime64(6, 'UTC')",
          "UInt8",
          "Nullable(DateTime64(3, 'UTC'))",
          "DateTime64(3, 'Europe/Berlin')",
          "DateTime64(6, 'UTC')",
          "Array(DateTime64(3, 'UTC'))"
        ]
      }
    ),
    gives(
      `select toString(toDateTime64(timestamp, 3)), concat(timestamp::DateTime, '!'), toString([toDateTime64(timestamp, 2)]),
         toJSONString(timestamp::DateTime64(0)), toString(if(event = 'buy', toDateTime64(timestamp, 3), timestamp)),
         toTypeName(now64()), toTypeName(now64(0)), now64(3) <= now()
       from events where properties.n = '7'`,
      [[
        "2024-10-28 10:00:00.123",
        "2024-10-28 10:00:00!",
        "['2024-10-28 10:00:00.12']",
        "\"2024-10-28 10:00:00\"",
        "2024-10-28 10:00:00.123000",
        "DateTime64(3, 'UTC')",
        "DateTime64(0, 'UTC')",
        1
      ]]
    ),
    gives(
      `select t, count() from (select timestamp::DateTime64(4) as t from events where properties.n = '7'
         union all select timestamp from events where properties.n = '7') group by t order by t`,
      [["2024-10-28T10:00:00.123400Z", 1], ["2024-10-28T10:00:00.123456Z", 1]],
      { types: ["DateTime64(6, 'UTC')", "UInt64"] }
    ),
    gives("select toDateTime64(toDateTime('1969-12-31 23:59:59.123456'), 3)", [["1969-12-31T23:59:59.124000Z"]]),
    refuses("select toDateTime64(timestamp, 12) from events", "The precision of DateTime64 is from 0 to 9"),
    refuses("select timestamp::DateTime64(10) from events", "The precision of DateTime64 is from 0 to 9"),
    gives(
      `select [t, '2']::Array(Int64), CAST([t] AS Array(Decimal(10, 2))), [[t]]::Array(Array(Float64)), []::Array(UInt8),
         CAST([1, 300] AS Array(UInt8)), (t, 1)::Tuple(Float64, String), map(t, '2')::Map(String, Int64),
         accurateCastOrNull([t], 'Array(Nullable(Int64))') from ${texts("1.5")}`,
      [[[null, 2], ["1.5"], [[1.5]], [], [1, null], [1.5, "1"], { "1.5": 2 }, [null]]],
      {
        types: [
          "Array(Nullable(Int64))",
          "Array(Nullable(Decimal(10, 2)))",
          "Array(Array(Nullable(Float64)))",
          "Array(Nullable(UInt8))",
          "Array(Nullable(UInt8))",
          "Tuple(Nullable(Float64), String)",
          "Map(String, Nullable(Int64))",
          "Array(Nullable(Int64))"
        ]
      }
    ),
    gives(
      `select accurateCastOrNull(t, 'UInt8'), accurateCastOrNull(t, 'Decimal(4, 1)'), accurateCastOrNull(t, 'UUID') from ${
        texts("255")
      }`,
      [[255, "255", null]],
      { types: ["Nullable(UInt8)", "Nullable(Decimal(4, 1))", "Nullable(UUID)"] }
    ),
    refuses("select CAST('a' AS Enum8('a' = 1))", "Type 'Enum8('a' = 1)' is not supported in CAST"),
    refuses("select CAST('a' AS FixedString(3))", "Type 'FixedString(3)' is not supported in CAST"),
    refuses("select [1]::Array(Point)", "Type 'Point' is not supported in CAST"),
    refuses("select '[1]'::Array(Int64)", "String cannot be cast to Array(Int64)", {
      code: "illegal_type_of_argument"
    }),
    refuses("select (1, 2)::Tuple(Int64)", "Tuple(UInt8, UInt8) cannot be cast to Tuple(Int64)", {
      code: "illegal_type_of_argument"
    })
  ]
}
