import { type Entries, takes } from "../planning/CallSite.ts"
import { type Described, lenient, strict } from "../planning/Described.ts"
import { dateTime, typeName } from "../types/SqlType.ts"
import { instant } from "../typing/Dates.ts"
import { call, int64, int64Literal, literal, orElse, string } from "../typing/PlanExpr.ts"
import {
  toBool,
  toDate,
  toDateTime,
  toDateTime64,
  toDecimal,
  toFloat,
  toInt,
  toText,
  toUInt64,
  toUnixTimestamp,
  toUuid,
  zoneArgument
} from "./Conversions.ts"
import { zoned } from "./IntervalStarts.ts"
import { argumentOf } from "./ParameterTypes.ts"

const converted = (parameters: Described["parameters"], result: string, meaning: string) =>
  lenient(parameters, result, `${meaning}; NULL where it has not that form`)

const asDate = converted(
  ["any", "zone?"],
  "Date",
  "a text (in any form that toDateTime reads) or number of days as a date, an instant as its day"
)
const asInstant = (parameters: Described["parameters"]) =>
  converted(
    parameters,
    "DateTime64",
    "a text in any of the forms that ClickHouse's best effort reads, seconds since 1970 or a date as an instant"
  )

const asDecimal = (precision: number) =>
  converted(
    ["any", "scale"],
    "Decimal",
    `an exact number of ${precision} digits, b of them after the point; more of them are cut`
  )

/** From one type to another: a value that cannot be converted becomes NULL. */
export const conversions: Entries = {
  toString: takes(strict(["any", "zone?"], "String", "the value as a text"), toText),
  toInt: takes(converted(["any"], "Int64", "a whole number"), toInt),
  toIntOrZero: takes(
    lenient(["any"], "Int64", "toInt, 0 where it is NULL", "never"),
    (site) => orElse(toInt(site), int64Literal(0))
  ),
  toUInt64: takes(converted(["any"], "UInt64", "a whole number from 0 to 18446744073709551615"), toUInt64),
  toDecimal: takes(asDecimal(18), toDecimal(18)),
  toDecimal32: takes(asDecimal(9), toDecimal(9)),
  toDecimal64: takes({ ...asDecimal(18), aliasOf: "toDecimal" }, toDecimal(18)),
  toDecimal128: takes(asDecimal(38), toDecimal(38)),
  toFloat: takes(converted(["any"], "Float64", "a number"), toFloat),
  toFloatOrZero: takes(
    lenient(["any"], "Float64", "toFloat, 0 where it is NULL", "never"),
    (site) => orElse(toFloat(site), literal(0, { kind: "Float64", nullable: false }))
  ),
  toBool: takes(
    converted(["any"], "Bool", "a number that is not 0, or a text true, t, yes, y, on, 1, false, f, no, n, off or 0"),
    toBool
  ),
  toUUID: takes(converted(["any"], "UUID", "a text of 8-4-4-4-12 hexadecimal digits"), toUuid),
  toDate: takes(asDate, toDate),
  to_date: takes({ ...asDate, aliasOf: "toDate" }, toDate),
  toDateTime: takes(asInstant(["any", "zone?"]), toDateTime),
  toDateTime64: takes(
    converted(
      ["any", "scale?", "zone?"],
      "DateTime64",
      "toDateTime, of texts as ISO 8601 has them, with b digits after the seconds, 6 at most"
    ),
    toDateTime64
  ),
  parseDateTimeBestEffort: takes({ ...asInstant(["any", "zone?"]), aliasOf: "toDateTime" }, toDateTime),
  toUnixTimestamp: takes(
    strict(["any", "zone?"], "Int64", "whole seconds since 1970 of a date or a text"),
    toUnixTimestamp
  ),
  toUnixTimestamp64Micro: takes(strict(["date"], "Int64", "microseconds since 1970"), (site) => {
    const [x, zone] = zoned(site, 0, 1)
    return call("toMicros", [instant(x, zone)], int64)
  }),
  fromUnixTimestamp64Micro: takes(
    lenient(
      ["whole", "zone?"],
      "DateTime64",
      "the instant a microseconds after 1970; NULL outside 1900 to 2199",
      "lacking"
    ),
    (site) => call("fromMicros", [argumentOf(site, 0, "whole")], dateTime(zoneArgument(site, 1), true))
  ),
  accurateCastOrNull: takes(
    lenient(["any", "type"], "any", "CAST(a AS b): NULL where a is no value of the type that b names"),
    (site) =>
      site.resolve(
        { _tag: "Cast", expr: site.ast(0), typeName: site.text(1), start: site.start, end: site.end },
        site.place
      )
  ),
  toTypeName: takes(
    lenient(["any"], "String", "the name of the value's type", "never"),
    (site) => literal(typeName(site.arg(0).type), string)
  )
}
