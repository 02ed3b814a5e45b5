import { int64Max, int64Min } from "@hedgerow/sql/types/Cell"
import { decimal, scalar, type SqlType, typeName } from "@hedgerow/sql/types/SqlType"
import { type CaseGroup, type ExpressionCase, gives } from "../ExpressionCase.ts"
import { bool, call, date, days, float, instant, int, micros, none, text, typed, types, uuid } from "../PlanBuilder.ts"

const [nan, infinity] = [float(Number.NaN), float(Infinity)]
const id = "0189dcd5-53ac-7a6e-8d1c-3e5f6a7b8c9d"

/** Texts with names of months in the zone Europe/Berlin, as ClickHouse's best effort reads them. */
/** Times as ClickHouse's best effort reads them in Berlin. */
const writtenTexts: ReadonlyArray<readonly [written: string, iso: string | null]> = [
  ["Jan 5 2024", "2024-01-04T23:00:00"],
  ["Jan 5 2024 10:00", "2024-01-05T09:00:00"],
  ["  JANUARY  05, 2024  1:2:3.5 ", "2024-01-05T00:02:03.5"],
  ["5 jul 2024 12:00 AM", "2024-07-04T22:00:00"],
  ["5-Sep-2024T12:30PM", "2024-09-05T10:30:00"],
  ["15/September/2024 13:00:00 GMT+0200", "2024-09-15T11:00:00"],
  ["15.Mar.2024 23:59:59.123456789 -05:30", "2024-03-16T05:29:59.123456"],
  ["Fri, 05 Jan 2024 10:00:00 GMT", "2024-01-05T10:00:00"],
  ["Fri Jan 05 2024 10:00:00 utc", "2024-01-05T10:00:00"],
  ["Friday Jan 05 10:00:00 2024", "2024-01-05T09:00:00"],
  ["2024 Dec 31 10:00 pm +02:00", "2024-12-31T20:00:00"],
  ["February 2024", "2024-01-31T23:00:00"],
  ["May 31 2024 1:00 Z", "2024-05-31T01:00:00"],
  ["Mar 31 2024 02:30", "2024-03-31T01:30:00"],
  ["Feb 29 2023", null],
  ["Jan 32 2024", null],
  ["Jan 5 2024 24:00", null],
  ["Jan 5", null],
  ["Jan 5 24", null],
  ["Sept 5 2024", null],
  ["Janu 5 2024", null],
  ["Jan 5th 2024", null],
  ["Jan 5 2024 10:00 EST", null],
  ["Jan 5 1890", null],
  [`Jan${" ".repeat(200)}5 2024`, null],
  ["2024-01-05", "2024-01-04T23:00:00"],
  ["2024/10/02 10:00:00", "2024-10-02T08:00:00"],
  ["2024/1/5", "2024-01-04T23:00:00"],
  ["2024-1-5 1:2:3", "2024-01-05T00:02:03"],
  ["2024.1.5", "2024-01-04T23:00:00"],
  ["2024_10_02", "2024-10-01T22:00:00"],
  ["2024-10/02", null],
  ["2024-13-02", null],
  ["2024/02/30", null],
  ["2024-10", "2024-09-30T22:00:00"],
  ["2024-10 10:00", "2024-10-01T08:00:00"],
  ["202410", "2024-09-30T22:00:00"],
  ["2024", "2023-12-31T23:00:00"],
  ["2024 10:00", null],
  ["20241002", "2024-10-01T22:00:00"],
  ["20241002T101112Z", "2024-10-02T10:11:12"],
  ["20241002T101112.1234567+0200", "2024-10-02T08:11:12.123456"],
  ["20241002101112", "2024-10-02T08:11:12"],
  ["20241002 101112 PM", "2024-10-02T20:11:12"],
  ["20241002 10:11", "2024-10-02T08:11:00"],
  ["20241002T1011", null],
  ["202410021011", null],
  ["2024-10-02 10:00:00 PM", "2024-10-02T20:00:00"],
  ["2024-10-02 12:00 AM", "2024-10-01T22:00:00"],
  ["2024-10-02 13:00 AM", "2024-10-02T11:00:00"],
  ["2024-10-02 10 PM", "2024-10-02T20:00:00"],
  ["2024-10-02 10", "2024-10-02T08:00:00"],
  ["2024-10-02T10+02:00", "2024-10-02T08:00:00"],
  ["2024-10-02, 10:11", "2024-10-02T08:11:00"],
  ["2024-10-02  10:11:12 utc", "2024-10-02T10:11:12"],
  ["2024-10-02 10:11:12 -02", "2024-10-02T12:11:12"],
  ["2024-10-02Z", "2024-10-02T00:00:00"],
  ["2024-10-02 24:00:00", null],
  ["2024-10-02 10:11:60", null],
  ["02.10.2024", "2024-10-01T22:00:00"],
  ["2.10.24 1:02", "2024-10-01T23:02:00"],
  ["23/10/2025", "2025-10-22T22:00:00"],
  ["10/23/2025", "2025-10-22T22:00:00"],
  ["05/01/2024", "2024-01-04T23:00:00"],
  ["13/13/2024", null],
  ["0/1/2024", null],
  ["30/02/2024", null],
  ["1/2/69", "2069-01-31T23:00:00"],
  ["1/2/70", "1970-01-31T23:00:00"],
  ["24-10-02", "2002-10-23T22:00:00"],
  ["1/2/2024, 3:04:05 PM", "2024-02-01T14:04:05"],
  ["Fri, 2/10/2024", "2024-10-01T22:00:00"],
  ["5-Jan-24", "2024-01-04T23:00:00"],
  ["10:00:00 PM", null],
  ["2/2024", null],
  ["2024-W40", null],
  ["2024 10 02", null],
  ["", null]
]

/** The same with the month before the day. */
const monthFirst: ReadonlyArray<readonly [written: string, iso: string | null]> = [
  ["05/01/2024", "2024-04-30T22:00:00"],
  ["10/23/2025 10:00 PM", "2025-10-23T20:00:00"],
  ["23/10/2025", "2025-10-22T22:00:00"],
  ["2.1.24", "2024-01-31T23:00:00"],
  ["2024/01/05", "2024-01-04T23:00:00"],
  ["5 Jan 2024", "2024-01-04T23:00:00"]
]

const writtenTime = (order: number) => ([written, iso]: readonly [string, string | null]): ExpressionCase =>
  gives(
    `toDateTime of isoTime of '${written.slice(0, 40)}' in the order ${order}`,
    call("toDateTime", call("isoTime", text(written), int(order)), text("Europe/Berlin")),
    iso === null ? null : micros(iso)
  )

const toText = (name: string, value: Parameters<typeof call>[1], result: string | null): ExpressionCase =>
  gives(`toString of ${name}`, call("toString", value), result)

const texts: CaseGroup = {
  name: "toString",
  cases: [
    toText("text", text("a b"), "a b"),
    toText("an integer", int(-42), "-42"),
    toText("the greatest integer", int(int64Max), "9223372036854775807"),
    toText("the least integer", int(int64Min), "-9223372036854775808"),
    toText("true", bool(true), "true"),
    toText("false", bool(false), "false"),
    toText("a whole float", float(5), "5"),
    toText("a float", float(-0.1), "-0.1"),
    toText("a sum", float(0.30000000000000004), "0.30000000000000004"),
    toText("a large float", float(1e21), "1000000000000000000000"),
    toText("a larger float", float(1.2345e25), "12345000000000000000000000"),
    toText("a small float", float(1e-7), "0.0000001"),
    toText("a smaller float", float(-1.25e-10), "-0.000000000125"),
    toText("the greatest safe integer as a float", float(9007199254740991), "9007199254740991"),
    toText("NaN", nan, "nan"),
    toText("infinity", infinity, "inf"),
    toText("negative infinity", float(-Infinity), "-inf"),
    toText("negative zero", float(-0), "-0"),
    toText("a uuid", uuid(id), id),
    toText("a date", date("2020-01-31"), "2020-01-31"),
    toText("a date before 1970", date("1900-03-01"), "1900-03-01"),
    toText("an instant", instant("2020-01-31T10:00:00"), "2020-01-31 10:00:00.000000"),
    toText("an instant with microseconds", instant("2020-01-31T10:00:00.000007"), "2020-01-31 10:00:00.000007"),
    toText("an instant before 1970", instant("1969-12-31T23:59:59.999999"), "1969-12-31 23:59:59.999999"),
    toText("an instant in winter", instant("2024-01-15T12:00:00", "Europe/Berlin"), "2024-01-15 13:00:00.000000"),
    toText("an instant in summer", instant("2024-07-15T12:00:00", "Europe/Berlin"), "2024-07-15 14:00:00.000000"),
    toText("an instant in India", instant("2024-07-15T20:00:00", "Asia/Kolkata"), "2024-07-16 01:30:00.000000"),
    toText("no text", none(types.text), null),
    toText("no float", none(types.float), null),
    toText("no instant", none(types.utc), null)
  ]
}

const unsigned = scalar("Unsigned", true)
const hundredths = decimal(9, 2, true)

const exact = (value: Parameters<typeof call>[1], type: SqlType, result: number | bigint | null): ExpressionCase =>
  gives(
    `toExact of ${JSON.stringify(value, (_, one) => typeof one === "bigint" ? `${one}n` : one)} to ${typeName(type)}`,
    typed("toExact", type, value),
    result
  )

const exactNumbers: CaseGroup = {
  name: "toExact",
  cases: [
    exact(text("18446744073709551615"), unsigned, 18446744073709551615n),
    exact(text("18446744073709551616"), unsigned, null),
    exact(text("-1"), unsigned, null),
    exact(text("1.5"), unsigned, null),
    exact(int(-1), unsigned, null),
    exact(int(int64Max), unsigned, int64Max),
    exact(float(2 ** 63), unsigned, 2n ** 63n),
    exact(float(2 ** 64), unsigned, null),
    exact(float(0.5), unsigned, null),
    exact(nan, unsigned, null),
    exact(text("-1.239"), hundredths, -123),
    exact(text("1e5"), hundredths, 10_000_000),
    exact(text("1e7"), hundredths, null),
    exact(text("1e-400"), hundredths, 0),
    exact(text(".5"), hundredths, 50),
    exact(text("."), hundredths, null),
    exact(text("inf"), hundredths, null),
    exact(float(0.29), hundredths, 29),
    exact(float(1e21), hundredths, null),
    exact(infinity, hundredths, null),
    exact(int(7), hundredths, 700),
    exact(int(int64Min), hundredths, null),
    exact(none(types.text), hundredths, null)
  ]
}

const integer = (value: string, result: number | bigint | null): ExpressionCase =>
  gives(`toInt of ${JSON.stringify(value)}`, call("toInt", text(value)), result)

const integers: CaseGroup = {
  name: "toInt",
  cases: [
    integer("42", 42),
    integer("-42", -42),
    integer("+42", 42),
    integer("007", 7),
    integer("-0", 0),
    integer("9223372036854775807", int64Max),
    integer("-9223372036854775808", int64Min),
    integer("9223372036854775808", null),
    integer("-9223372036854775809", null),
    integer("9007199254740993", 9007199254740993n),
    integer("0000000000000000000000000001", 1),
    integer("99999999999999999999999999", null),
    integer("", null),
    integer("+", null),
    integer(" 1", null),
    integer("1 ", null),
    integer("1.0", null),
    integer("1e3", null),
    integer("0x10", null),
    integer("1_000", null),
    integer("--1", null),
    integer("\u0661", null),
    integer("one", null),
    gives("toInt of an integer", call("toInt", int(int64Min)), int64Min),
    gives("toInt of a whole float", call("toInt", float(-3)), -3),
    gives("toInt of a float", call("toInt", float(1.5)), null),
    gives("toInt of negative zero", call("toInt", float(-0)), 0),
    gives("toInt of a large float", call("toInt", float(2 ** 62)), 2n ** 62n),
    gives("toInt of the least as a float", call("toInt", float(-(2 ** 63))), int64Min),
    gives("toInt of a float beyond the range", call("toInt", float(2 ** 63)), null),
    gives("toInt of NaN", call("toInt", nan), null),
    gives("toInt of infinity", call("toInt", infinity), null),
    gives("toInt of true", call("toInt", bool(true)), 1),
    gives("toInt of false", call("toInt", bool(false)), 0),
    gives("toInt of a date", call("toInt", date("1970-01-11")), 10),
    gives("toInt of a date before 1970", call("toInt", date("1969-12-31")), -1),
    gives("toInt of an instant", call("toInt", instant("1970-01-01T00:00:05.9")), 5),
    gives("toInt of an instant before 1970", call("toInt", instant("1969-12-31T23:59:58.5")), -2),
    gives("toInt of NULL", call("toInt", none(types.text)), null),
    gives("toUnixTimestamp", call("toUnixTimestamp", instant("2024-01-01T00:00:00.999999")), 1704067200),
    gives("toUnixTimestamp before 1970", call("toUnixTimestamp", instant("1969-12-31T23:59:59.5")), -1),
    gives("toUnixTimestamp of NULL", call("toUnixTimestamp", none(types.utc)), null),
    gives("toMicros before 1970", call("toMicros", instant("1969-12-31T23:59:59.5")), -500_000),
    ...writtenTexts.map(writtenTime(0)),
    ...monthFirst.map(writtenTime(1)),
    gives("isoTime of NULL", call("isoTime", none(types.text), int(0)), null),
    gives(
      "cutTime",
      call("cutTime", instant("2024-12-31T23:59:59.123999"), int(1000)),
      micros("2024-12-31T23:59:59.123")
    ),
    gives(
      "cutTime before 1970",
      call("cutTime", instant("1969-12-31T23:59:59.123456"), int(1000)),
      micros("1969-12-31T23:59:59.124")
    ),
    gives("cutTime of NULL", call("cutTime", none(types.utc), int(1000)), null),
    gives("fromMicros", call("fromMicros", int(-500_000)), micros("1969-12-31T23:59:59.5")),
    gives("fromMicros of a time beyond the calendar", call("fromMicros", int(9e15)), null)
  ]
}

const number = (value: string, result: number | null): ExpressionCase =>
  gives(`toFloat of ${JSON.stringify(value)}`, call("toFloat", text(value)), result)
const truth = (value: string, result: boolean | null): ExpressionCase =>
  gives(`toBool of ${JSON.stringify(value)}`, call("toBool", text(value)), result)
const identity = (value: string, result: string | null): ExpressionCase =>
  gives(`toUUID of ${JSON.stringify(value)}`, call("toUUID", text(value)), result)

const others: CaseGroup = {
  name: "toFloat, toBool, toUUID",
  cases: [
    number("1.5", 1.5),
    number("-0.25", -0.25),
    number("+7", 7),
    number("1e3", 1000),
    number("1.5E-3", 0.0015),
    number("2e+2", 200),
    number("-0", -0),
    number("0.1", 0.1),
    number("123456789012345678901234567890", 1.2345678901234568e29),
    number("1e400", Infinity),
    number("-1e400", -Infinity),
    number("1e-400", 0),
    number("nan", Number.NaN),
    number("NaN", Number.NaN),
    number("inf", Infinity),
    number("-INF", -Infinity),
    number("", null),
    number("-", null),
    number(".", null),
    number("e5", null),
    number("1e", null),
    number(" 1", null),
    number("1 ", null),
    number("1,5", null),
    number("0x1p3", null),
    number("infinity", null),
    number("1.5.2", null),
    gives("toFloat of an integer", call("toFloat", int(9007199254740993n)), 9007199254740992),
    gives("toFloat of a float", call("toFloat", float(1.5)), 1.5),
    gives("toFloat of true", call("toFloat", bool(true)), 1),
    gives("toFloat of NULL", call("toFloat", none(types.text)), null),
    ...["true", "T", "yes", "Y", "ON", "1"].map((value) => truth(value, true)),
    ...["False", "f", "no", "N", "off", "0"].map((value) => truth(value, false)),
    ...["", "2", "tr", " true", "oui", "null", "1.0"].map((value) => truth(value, null)),
    gives("toBool of an integer", call("toBool", int(-2)), true),
    gives("toBool of zero", call("toBool", int(0)), false),
    gives("toBool of a float", call("toBool", float(0.1)), true),
    gives("toBool of negative zero", call("toBool", float(-0)), false),
    gives("toBool of true", call("toBool", bool(true)), true),
    gives("toBool of NULL", call("toBool", none(types.int64)), null),
    identity(id, id),
    identity(id.toUpperCase(), id),
    identity("00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"),
    identity(`{${id}}`, null),
    identity(id.replaceAll("-", ""), null),
    identity(`${id} `, null),
    identity(`${id.slice(0, -1)}g`, null),
    identity("", null),
    gives("toUUID of NULL", call("toUUID", none(types.text)), null)
  ]
}

const day = (value: string, result: string | null): ExpressionCase =>
  gives(`toDate of ${JSON.stringify(value)}`, call("toDate", text(value), text("UTC")), result && days(result))

const dates: CaseGroup = {
  name: "toDate",
  cases: [
    day("2020-01-31", "2020-01-31"),
    day("2020-02-29", "2020-02-29"),
    day("2021-02-29", null),
    day("1900-02-29", null),
    day("2000-02-29", "2000-02-29"),
    day("2021-04-31", null),
    day("2021-00-10", null),
    day("2021-13-01", null),
    day("2021-01-00", null),
    day("1900-01-01", "1900-01-01"),
    day("2199-12-31", "2199-12-31"),
    day("1899-12-31", null),
    day("2200-01-01", null),
    day("2021-05-06 07:08", "2021-05-06"),
    day("2021-05-06T23:59:59.999999999", "2021-05-06"),
    day("2021-05-06T23:59:59Z", "2021-05-06"),
    day("2021-05-06 24:00", null),
    day("2021-05-06x", null),
    day("2021-05-06 ", null),
    day("2021-5-6", null),
    day(" 2021-05-06", null),
    day("20210506", null),
    day("06.05.2021", null),
    day("", null),
    gives("toDate of days", call("toDate", int(-1), text("UTC")), -1),
    gives("toDate of too many days", call("toDate", int(1_000_000), text("UTC")), null),
    gives("toDate of far too many days", call("toDate", int(int64Max), text("UTC")), null),
    gives("toDate of a date", call("toDate", date("2024-02-29"), text("UTC")), days("2024-02-29")),
    gives("toDate of an instant", call("toDate", instant("2024-06-30T22:30:00"), text("UTC")), days("2024-06-30")),
    gives(
      "toDate of an instant in the zone",
      call("toDate", instant("2024-06-30T22:30:00"), text("Europe/Berlin")),
      days("2024-07-01")
    ),
    gives(
      "toDate of an instant west of Greenwich",
      call("toDate", instant("2024-07-01T03:30:00"), text("America/New_York")),
      days("2024-06-30")
    ),
    gives("toDate of an instant before 1970", call("toDate", instant("1969-12-31T23:59:59.9"), text("UTC")), -1),
    gives("toDate of NULL", call("toDate", none(types.text), text("UTC")), null)
  ]
}

const time = (value: string, result: string | null, zone = "UTC"): ExpressionCase =>
  gives(
    `toDateTime of ${JSON.stringify(value)} in ${zone}`,
    call("toDateTime", text(value), text(zone)),
    result && micros(result)
  )
const [berlin, newYork] = ["Europe/Berlin", "America/New_York"]

const times: CaseGroup = {
  name: "toDateTime",
  cases: [
    time("2021-05-06", "2021-05-06T00:00:00"),
    time("2021-05-06 07:08", "2021-05-06T07:08:00"),
    time("2021-05-06T07:08:09", "2021-05-06T07:08:09"),
    time("2021-05-06T07:08:09.5", "2021-05-06T07:08:09.5"),
    time("2021-05-06 07:08:09.123456", "2021-05-06T07:08:09.123456"),
    time("2021-05-06 07:08:09.123456789", "2021-05-06T07:08:09.123456"),
    time("1969-12-31 23:59:59.999999999", "1969-12-31T23:59:59.999999"),
    time("2021-05-06T07:08:09Z", "2021-05-06T07:08:09"),
    time("2021-05-06T07:08Z", "2021-05-06T07:08:00"),
    time("2021-05-06T07:08:09+02:00", "2021-05-06T05:08:09"),
    time("2021-05-06T07:08:09-0530", "2021-05-06T12:38:09"),
    time("2021-05-06 00:30:00.25+14:00", "2021-05-05T10:30:00.25"),
    time("2021-05-06T07:08:09+00:00", "2021-05-06T07:08:09", berlin),
    time("2021-05-06T07:08:09+02", null),
    time("2021-05-06T07:08:09+2:00", null),
    time("2021-05-06T07:08:09+02:60", null),
    time("2021-05-06Z", null),
    time("2021-05-06T07", null),
    time("2021-05-06T7:08", null),
    time("2021-05-06T24:00:00", null),
    time("2021-05-06T23:60:00", null),
    time("2021-05-06T23:59:60", null),
    time("2021-05-06T23:59:59.", null),
    time("2021-05-06T23:59:59.1234567890", null),
    time("2021-05-06  23:59:59", null),
    time("2021-02-30T00:00:00", null),
    time("tomorrow", null),
    time("", null),
    time("1700000000", null),
    time("1900-01-01 00:00:00", "1900-01-01T00:00:00"),
    time("2199-12-31 23:59:59.999999", "2199-12-31T23:59:59.999999"),
    time("1899-12-31 23:59:59.999999", null),
    time("2200-01-01", null),
    time("2024-01-15 12:00:00", "2024-01-15T11:00:00", berlin),
    time("2024-07-15 12:00:00", "2024-07-15T10:00:00", berlin),
    time("2024-03-31 01:59:59.999999", "2024-03-31T00:59:59.999999", berlin),
    time("2024-03-31 02:30:00", "2024-03-31T01:30:00", berlin),
    time("2024-03-31 03:00:00", "2024-03-31T01:00:00", berlin),
    time("2024-10-27 02:30:00", "2024-10-27T00:30:00", berlin),
    time("2024-10-27 03:00:00", "2024-10-27T02:00:00", berlin),
    time("2024-03-10 02:30:00", "2024-03-10T07:30:00", newYork),
    time("2024-11-03 01:30:00", "2024-11-03T05:30:00", newYork),
    time("2024-11-03 02:00:00", "2024-11-03T07:00:00", newYork),
    time("1969-07-20 16:17:40", "1969-07-20T20:17:40", newYork),
    time("2024-07-15 12:00", "2024-07-15T06:30:00", "Asia/Kolkata"),
    gives("toDateTime of seconds", call("toDateTime", int(1_700_000_000), text(berlin)), 1_700_000_000_000_000),
    gives("toDateTime of negative seconds", call("toDateTime", int(-1), text("UTC")), -1_000_000),
    gives("toDateTime of too many seconds", call("toDateTime", int(7_258_118_400), text("UTC")), null),
    gives("toDateTime of far too many seconds", call("toDateTime", int(int64Max), text("UTC")), null),
    gives("toDateTime of fractions", call("toDateTime", float(1.25), text("UTC")), 1_250_000),
    gives("toDateTime of negative fractions", call("toDateTime", float(-0.5), text("UTC")), -500_000),
    gives("toDateTime of NaN", call("toDateTime", nan, text("UTC")), null),
    gives("toDateTime of infinity", call("toDateTime", infinity, text("UTC")), null),
    gives(
      "toDateTime of a date",
      call("toDateTime", date("2024-07-15"), text(berlin)),
      micros("2024-07-14T22:00:00")
    ),
    gives(
      "toDateTime of a date whose midnight the zone skips",
      call("toDateTime", date("2018-11-04"), text("America/Sao_Paulo")),
      micros("2018-11-04T03:00:00")
    ),
    gives(
      "toDateTime of an instant",
      call("toDateTime", instant("2024-07-15T01:02:03.000004"), text(berlin)),
      micros("2024-07-15T01:02:03.000004")
    ),
    gives("toDateTime of NULL", call("toDateTime", none(types.text), text("UTC")), null)
  ]
}

export const conversionGroups: ReadonlyArray<CaseGroup> = [texts, integers, exactNumbers, others, dates, times]
