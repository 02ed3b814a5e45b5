import { gives, row, type SqlGroup } from "../SqlCase.ts"

/** Numbers, and where they have no result. */
export const arithmeticCases: SqlGroup = {
  name: "arithmetic",
  project: "meadow",
  cases: [
    row(["1 + 2", "2 - 5", "2 * 3 + 4", "2 + 3 * 4", "(2 + 3) * 4", "-(-5)", "- 2 * 3"], [3, -3, 10, 14, 20, 5, -6]),
    row(["7 / 2", "6 / 3", "1.5 + 1", "0.5 * 4"], [3.5, 2, 2.5, 2]),
    row(["1 / 0", "-1 / 0", "0 / 0"], [null, null, null]),
    row(["1 / 0 > 1000", "0 / 0 = 0 / 0"], [1, 0]),
    row(["intDiv(7, 2)", "intDiv(-7, 2)", "7 % 3", "-7 % 3", "7 % -3", "modulo(7, 4)"], [3, -3, 1, -1, 1, 3]),
    row(["intDiv(1, 0)", "1 % 0", "9223372036854775807 + 1", "9223372036854775807 * 2"], [null, null, null, null]),
    row(["-9223372036854775807 - 2", "intDiv(-9223372036854775808, -1)", "abs(-9223372036854775808)"], [
      null,
      null,
      null
    ]),
    row(["intDiv(1, 0) is null", "intDiv(1, 0) = 1", "coalesce(1 % 0, 7)", "if(1 % 0 > 1, 'a', 'b')"], [1, 0, 7, "b"]),
    gives(
      "select intDiv(1, toInt(properties.price) - 10), intDiv(1, 2), toInt(properties.price) + 1 from events " +
        "where properties.n = '1'",
      [[null, 0, 11]],
      { types: ["Nullable(Int64)", "Int64", "Nullable(Int64)"] }
    ),
    gives(
      "select toInt(properties.big) + 1, -toInt(properties.big) - 1, -toInt(properties.big) - 2 from events " +
        "where properties.n = '5'",
      [[null, -9223372036854775808n, null]]
    ),
    gives(
      "select sum(toInt(a.properties.big)), sum(1), count() * 100 + 1, count() % 7 from events a cross join events b " +
        "where a.properties.n = '5'",
      [[null, 12, 1201, 5]],
      { types: ["Nullable(Int64)", "Int64", "Int64", "Int64"] }
    ),
    gives("select count() from events where intDiv(1, toInt(properties.n) - toInt(properties.n)) = 1", [[0]]),
    gives(
      "select pow(a, b), pow(3, a), pow(a, -a), hypot(a, 3), hypot(1e308, -a), hypot(a, a), tgamma(-a) from "
        + "(select toFloat(arrayJoin(['5e-324'])) as a, toFloat(arrayJoin(['1e-323'])) as b)",
      [[1, 1, 1, 3, 1e308, 5e-324, null]]
    ),
    gives("select count() from events where intDiv(1, toInt(properties.n) - toInt(properties.n)) is null", [[12]]),
    gives("select sum(10 % toInt(properties.n)), uniq(10 % (toInt(properties.n) - 1)) from events", [[33, 6]]),
    row(["9223372036854775806 + 1", "9223372036854775807 * 1.0 > 1"], [9223372036854775807n, 1]),
    row(["abs(-3)", "abs(2.5)", "sign(-3)", "sign(0)", "sign(0.5)"], [3, 2.5, -1, 0, 1]),
    row(["round(2.5)", "round(3.5)", "round(-2.5)", "round(1.25, 1)", "round(1234, -2)"], [2, 4, -2, 1.2, 1200]),
    row(["floor(-1.5)", "ceil(-1.5)", "floor(1.75, 1)", "ceil(1.25)", "trunc(-1.5)"], [-2, -1, 1.7, 2, -1]),
    row(["1 = 1.0", "2 > 1.5", "1 < 2 and 2 < 3", "toInt('10') > 9"], [1, 1, 1, 1]),
    gives("select number % -3 + number + 1, intDiv(number, -2) + number + 1 from numbers(3) order by 1", [
      [1, 1],
      [3, 2],
      [5, 2]
    ]),
    row(["plus(1, 2)", "minus(1, 2)", "multiply(2, 3)", "divide(1, 4)"], [3, -1, 6, 0.25])
  ]
}
