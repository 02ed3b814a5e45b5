import { gives, refuses, row, type SqlGroup } from "../SqlCase.ts"

const greatest = 18446744073709551615n

/** The texts as rows of a column `t`, so that no engine computes with constants. */
const texts = (...values: ReadonlyArray<string>): string =>
  `(select arrayJoin([${values.map((text) => `'${text}'`).join(", ")}]) as t)`

/** UInt64 as a whole: no digit is lost, and what leaves the type is NULL. */
export const unsignedCases: SqlGroup = {
  name: "UInt64",
  project: "meadow",
  cases: [
    gives("select 18446744073709551615, 9223372036854775808, 9223372036854775807, -9223372036854775808", [
      [greatest, 9223372036854775808n, 9223372036854775807n, -9223372036854775808n]
    ], { types: ["UInt64", "UInt64", "UInt64", "Int64"] }),
    gives("select 18446744073709551616", [[18446744073709552000]], { types: ["Float64"] }),
    gives(
      `select t, toUInt64(t) from ${
        texts("18446744073709551615", "18446744073709551616", "0", "-1", "+7", "007", "1.5", "1e3", "", "x")
      } order by t`,
      [
        ["", null],
        ["+7", 7],
        ["-1", null],
        ["0", 0],
        ["007", 7],
        ["1.5", null],
        ["18446744073709551615", greatest],
        ["18446744073709551616", null],
        ["1e3", null],
        ["x", null]
      ],
      { types: ["String", "Nullable(UInt64)"] }
    ),
    gives(
      `select toUInt64(toFloat(t)) from ${
        texts("18446744073709549568", "18446744073709551616", "1.5", "-1", "nan", "4e18")
      }
       where t != '' order by toFloat(t)`,
      [[null], [null], [4000000000000000000n], [18446744073709549568n], [null], [null]]
    ),
    gives("select toUInt64(toInt(properties.n) - 3) as u from events order by u limit 2", [[0], [1]]),
    row(["toUInt64(5) and 1", "not toUInt64(0)", "if(toUInt64(toString(7)), 'a', 'b')"], [1, 1, "a"]),
    row(["toTypeName(toUInt64(1))", "toTypeName(CAST('1' AS UInt64))", "'5'::UInt64"], ["UInt64", "UInt64", 5]),
    gives(
      `select a + 1, a + b, a - b, a * 2, a - 1, intDiv(a, 10), a % 10, a / 2, -a, abs(a), -b
       from (select toUInt64(t) as a, toUInt64('7') as b from ${texts("18446744073709551615")})`,
      [[
        null,
        null,
        null,
        null,
        null,
        1844674407370955161n,
        5,
        9223372036854775808,
        null,
        greatest,
        -7
      ]],
      {
        types: [
          "Nullable(UInt64)",
          "Nullable(UInt64)",
          "Nullable(Int64)",
          "Nullable(UInt64)",
          "Nullable(Int64)",
          "Nullable(UInt64)",
          "Nullable(Int64)",
          "Nullable(Float64)",
          "Nullable(Int64)",
          "Nullable(UInt64)",
          "Nullable(Int64)"
        ]
      }
    ),
    gives(
      `select a + 5, a - 5, a * 3, a + (0 - 4), intDiv(a, 0 - 2), a % (0 - 3), (0 - 7) % a, a % 0, intDiv(a, 0)
       from (select toUInt64(t) as a from ${texts("3", "9223372036854775807")}) order by 1`,
      [
        [8, -2, 9, -1, -1, 0, -1, null, null],
        [
          9223372036854775812n,
          9223372036854775802n,
          null,
          9223372036854775803n,
          -4611686018427387903n,
          1,
          -7,
          null,
          null
        ]
      ]
    ),
    gives(
      `select a > -1, a < toInt(properties.n), a = 18446744073709551615, a > 1.5, a in (1, 18446744073709551615, -3),
         a between -5 and 20, greatest(a, toUInt64(3)), coalesce(nullIf(a, 5), 0), if(a > 3, a, 0 - 1)
       from events cross join (select toUInt64(t) as a from ${texts("5", "18446744073709551615")}) as s
       where properties.n = '7' order by a`,
      [
        [1, 1, 0, 1, 0, 1, 5, 0, "5"],
        [1, 0, 1, 1, 1, 0, greatest, greatest, "18446744073709551615"]
      ]
    ),
    gives(
      `select a, count(), sum(a), min(a), max(a), avg(a), uniq(a), any(a), groupArray(a)
       from (select toUInt64(t) as a from ${texts("18446744073709551615", "1", "18446744073709551615", "x")})
       group by a order by a desc`,
      [
        [greatest, 2, null, greatest, greatest, 18446744073709552000, 1, greatest, [greatest, greatest]],
        [1, 1, 1, 1, 1, 1, 1, 1, [1]],
        [null, 1, null, null, null, null, 0, null, []]
      ]
    ),
    gives(
      `select toString(a), toFloat(a), toInt(a), toBool(a), toJSONString(a), hex(toString(a)), [a, 1], (a, 'x'), map('k', a)
       from (select toUInt64(t) as a from ${texts("18446744073709551615")})`,
      [[
        "18446744073709551615",
        18446744073709552000,
        null,
        true,
        "18446744073709551615",
        "3138343436373434303733373039353531363135",
        [greatest, 1],
        [greatest, "x"],
        { k: greatest }
      ]]
    ),
    gives(
      `select a from (select toUInt64(t) as a from ${
        texts("18446744073709551615")
      }) union all select 1 union all select toInt('-2') order by 1`,
      [["-2"], ["1"], ["18446744073709551615"]],
      { types: ["Nullable(Decimal(38, 0))"] }
    ),
    gives(
      `select sum(a) over (order by a), lag(a) over (order by a), row_number() over (partition by a)
       from (select toUInt64(t) as a from ${texts("18446744073709551614", "1")}) order by a`,
      [[1, null, 1], [greatest, 1, 1]]
    ),
    gives(
      `select arraySort(groupArray(a)), has(groupArray(a), 18446744073709551615)
       from (select toUInt64(t) as a from ${texts("18446744073709551615", "1")})`,
      [[[1, greatest], 1]]
    ),
    gives("select JSONExtract('{\"a\":\"18446744073709551615\"}', 'a', 'UInt64')", [[greatest]])
  ]
}

/** Decimals: exact, with the digits that ClickHouse gives the result. */
export const decimalCases: SqlGroup = {
  name: "Decimal",
  project: "meadow",
  cases: [
    gives(
      `select t, toDecimal(t, 2), toDecimal32(t, 2), toDecimal128(t, 2) from ${
        texts(
          "1.239",
          "-1.239",
          "1e2",
          ".5",
          "5.",
          "12345678.90",
          "1234567890123456.7",
          "x",
          "",
          "inf",
          "-0.001",
          "1e99"
        )
      } order by t`,
      [
        ["", null, null, null],
        ["-0.001", "0", "0", "0"],
        ["-1.239", "-1.23", "-1.23", "-1.23"],
        [".5", "0.5", "0.5", "0.5"],
        ["1.239", "1.23", "1.23", "1.23"],
        ["12345678.90", "12345678.9", null, "12345678.9"],
        ["1234567890123456.7", "1234567890123456.7", null, "1234567890123456.7"],
        ["1e2", "100", "100", "100"],
        ["1e99", null, null, null],
        ["5.", "5", "5", "5"],
        ["inf", null, null, null],
        ["x", null, null, null]
      ],
      {
        types: ["String", "Nullable(Decimal(18, 2))", "Nullable(Decimal(9, 2))", "Nullable(Decimal(38, 2))"]
      }
    ),
    gives(
      "select properties.price::Decimal(10, 2), CAST(properties.n AS Decimal(5)), toDecimal(0.29, 2), "
        + "toDecimal(toFloat(properties.n), 1) from events where properties.n in ('1', '7') order by timestamp",
      [["10", "1", "0.29", "1"], ["7.25", "7", "0.29", "7"]],
      {
        types: ["Nullable(Decimal(10, 2))", "Nullable(Decimal(5, 0))", "Decimal(18, 2)", "Nullable(Decimal(18, 1))"]
      }
    ),
    gives(
      `select a + b, a - b, a * b, a / b, a + 1, a * 3, 10 / b, a % b, intDiv(a, b), -a, abs(a), a + 0.5, a / 0, a > b
       from (select t::Decimal(10, 2) as a, toDecimal('1.125', 3) as b from ${texts("-7.45", "7.45")}) order by 1`,
      [
        [
          "-6.325",
          "-8.575",
          "-8.38125",
          "-6.622",
          "-6.45",
          "-22.35",
          "8.888",
          "-0.7",
          -6,
          "7.45",
          "7.45",
          -6.95,
          null,
          0
        ],
        ["8.575", "6.325", "8.38125", "6.622", "8.45", "22.35", "8.888", "0.7", 6, "-7.45", "7.45", 7.95, null, 1]
      ],
      {
        types: [
          "Nullable(Decimal(18, 3))",
          "Nullable(Decimal(18, 3))",
          "Nullable(Decimal(18, 5))",
          "Nullable(Decimal(18, 3))",
          "Nullable(Decimal(18, 2))",
          "Nullable(Decimal(18, 2))",
          "Nullable(Decimal(18, 3))",
          "Nullable(Decimal(18, 3))",
          "Nullable(Int64)",
          "Nullable(Decimal(10, 2))",
          "Nullable(Decimal(10, 2))",
          "Nullable(Float64)",
          "Nullable(Decimal(18, 2))",
          "UInt8"
        ]
      }
    ),
    gives(
      `select a + a, a * a, a * 10, toDecimal128(t, 0) * toDecimal128(t, 0) from (select t, toDecimal32(t, 1) as a from ${
        texts("99999999.9")
      })`,
      [[null, null, null, "9999999800000001"]]
    ),
    gives(
      `select round(a), round(a, 1), round(a, -1), floor(a), ceil(a), trunc(a), floor(a, 1), sign(a), round(a, 5)
       from (select t::Decimal(10, 3) as a from ${texts("2.5", "-2.555", "15.25")}) order by a`,
      [
        ["-3", "-2.6", "0", "-3", "-2", "-2", "-2.6", -1, "-2.555"],
        ["3", "2.5", "0", "2", "3", "2", "2.5", 1, "2.5"],
        ["15", "15.3", "20", "15", "16", "15", "15.2", 1, "15.25"]
      ]
    ),
    gives(
      `select sum(a), avg(a), min(a), max(a), uniq(a), count(a), sum(a * 2), median(a), any(a), argMax(t, a), sumIf(a, a > 1)
       from (select t, t::Decimal(10, 2) as a from ${texts("0.1", "0.2", "10.30", "x", "0.10")})`,
      [["10.7", 2.675, "0.1", "10.3", 3, 4, "21.4", 0.15000000000000002, "0.1", "10.30", "10.3"]],
      {
        types: [
          "Nullable(Decimal(38, 2))",
          "Nullable(Float64)",
          "Nullable(Decimal(10, 2))",
          "Nullable(Decimal(10, 2))",
          "UInt64",
          "UInt64",
          "Nullable(Decimal(38, 2))",
          "Nullable(Float64)",
          "Nullable(Decimal(10, 2))",
          "Nullable(String)",
          "Nullable(Decimal(38, 2))"
        ]
      }
    ),
    gives(
      `select a, count() from (select t::Decimal(10, 2) as a from ${texts("1.10", "1.1", "-2", "x")}) group by a
       having a is null or a < 100 order by a desc`,
      [["1.1", 2], ["-2", 1], [null, 1]]
    ),
    gives(
      `select a = '1.10', a = 1.1, a in ('1.1', 7), a > '1.099', a between 1 and '1.1', a = toDecimal128('1.1000', 10), a < 2
       from (select t::Decimal(10, 2) as a from ${texts("1.10")})`,
      [[1, 1, 1, 1, 1, 1, 1]]
    ),
    gives(
      `select toString(a), toFloat(a), toInt(a), toBool(a), toUInt64(a), a::Decimal(5, 1), a::Decimal(2, 1), toJSONString(a)
       from (select t::Decimal(10, 2) as a from ${texts("-12.50", "3.00")}) order by a`,
      [
        ["-12.5", -12.5, -12, true, null, "-12.5", null, "\"-12.5\""],
        ["3", 3, 3, true, 3, "3", "3", "\"3\""]
      ]
    ),
    gives(
      `select [a, 1], (a, 'x'), map('k', a), if(a > 1, a, 0), coalesce(a, 0), greatest(a, toDecimal(2, 4)), arrayMap(x -> x * 2, [a])
       from (select t::Decimal(10, 2) as a from ${texts("1.25")})`,
      [[["1.25", "1"], ["1.25", "x"], { k: "1.25" }, "1.25", "1.25", "2", ["2.5"]]]
    ),
    gives(
      `select a from (select t::Decimal(10, 2) as a from ${texts("1.25")}) union all select toDecimal('0.0001', 4)
       union all select 2 order by 1`,
      [["0.0001"], ["1.25"], ["2"]],
      { types: ["Nullable(Decimal(18, 4))"] }
    ),
    gives(
      `with s as (select toDecimal(t, 2) as a from ${texts("1.5", "2.5")})
       select l.a, sum(l.a) over (order by l.a), lag(l.a) over (order by l.a) from s l join s r on l.a = r.a order by 1`,
      [["1.5", "1.5", null], ["2.5", "4", "1.5"]]
    ),
    row(["toTypeName(toDecimal(1, 2) + toDecimal32(1, 3))", "toTypeName(1::Decimal(18, 4) * 1::Decimal(18, 4))"], [
      "Decimal(18, 3)",
      "Decimal(18, 8)"
    ]),
    gives(
      `select multiplyDecimal(a, a), multiplyDecimal(a, a, 1), divideDecimal(a, toDecimal('0.003', 3)), divideDecimal(a, 7, 0),
       divideDecimal(a, 0), multiplyDecimal(a, toDecimal128('1e30', 2)) from (select t::Decimal(10, 2) as a from ${
        texts("-12.25", "999999.99")
      }) order by a`,
      [
        ["150.06", "150", "-4083.333", "-1", null, "-12250000000000000000000000000000"],
        ["999999980000", "999999980000", "333333330", "142857", null, "999999990000000000000000000000000000"]
      ]
    ),
    refuses(
      "select CAST('1' AS Decimal(39, 2))",
      "Decimal(39, 2) is no decimal of 1 to 38 digits, of which the scale are after the point"
    ),
    refuses("select toDecimal32('1', 10)", "The scale of function 'toDecimal32' is from 0 to 9"),
    refuses(
      "select toDecimal128('1', 30) * toDecimal128('1', 30)",
      "Illegal types Decimal(38, 30) and Decimal(38, 30) of arguments of function multiply",
      { code: "illegal_type_of_argument" }
    )
  ]
}
