import { int64Max } from "@hedgerow/sql/types/Cell"
import type { DateUnit } from "@hedgerow/sql/types/DateUnit"
import { type CaseGroup, type ExpressionCase, gives } from "../ExpressionCase.ts"
import { date, dateCall, days, instant, int, micros, none, types } from "../PlanBuilder.ts"

const [berlin, newYork, kolkata, saoPaulo] = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "America/Sao_Paulo"]

/** The start of the unit; a day without a time is a Date. */
const start = (unit: DateUnit, from: string, result: string, zone = "UTC"): ExpressionCase =>
  gives(
    `start of ${unit} of ${from} in ${zone}`,
    dateCall("startOf", unit, zone, instant(from, zone)),
    result.length === 10 ? days(result) : micros(result)
  )
const startOfDate = (unit: DateUnit, from: string, result: string, zone = "UTC"): ExpressionCase =>
  gives(
    `start of ${unit} of the date ${from} in ${zone}`,
    dateCall("startOf", unit, zone, date(from)),
    result.length === 10 ? days(result) : micros(result)
  )

const starts: CaseGroup = {
  name: "startOf",
  cases: [
    start("second", "2024-05-06T07:08:09.999999", "2024-05-06T07:08:09"),
    start("second", "1969-12-31T23:59:59.5", "1969-12-31T23:59:59"),
    start("minute", "2024-05-06T07:08:09.9", "2024-05-06T07:08:00"),
    start("hour", "2024-05-06T07:08:09", "2024-05-06T07:00:00"),
    start("hour", "1969-12-31T23:59:59.999999", "1969-12-31T23:00:00"),
    start("hour", "2024-05-06T07:08:09", "2024-05-06T06:30:00", kolkata),
    start("hour", "2024-05-06T07:38:09", "2024-05-06T07:30:00", kolkata),
    start("day", "2024-05-06T07:08:09", "2024-05-06T00:00:00"),
    start("day", "1969-12-31T23:59:59", "1969-12-31T00:00:00"),
    start("week0", "2024-05-04T12:00:00", "2024-04-28"),
    start("week0", "2024-05-05T00:00:00", "2024-05-05"),
    start("week1", "2024-05-05T23:59:59", "2024-04-29"),
    start("week1", "2024-05-06T00:00:00", "2024-05-06"),
    start("week1", "1970-01-01T00:00:00", "1969-12-29"),
    start("week0", "1969-12-31T00:00:00", "1969-12-28"),
    start("month", "2024-02-29T23:59:59", "2024-02-01"),
    start("month", "1965-03-31T00:00:00", "1965-03-01"),
    start("quarter", "2024-03-31T00:00:00", "2024-01-01"),
    start("quarter", "2024-12-31T00:00:00", "2024-10-01"),
    start("year", "2024-12-31T23:59:59", "2024-01-01"),
    start("year", "1969-06-01T00:00:00", "1969-01-01"),
    start("day", "2024-05-05T22:30:00", "2024-05-05T22:00:00", berlin),
    start("day", "2024-03-31T12:00:00", "2024-03-30T23:00:00", berlin),
    start("day", "2024-10-27T12:00:00", "2024-10-26T22:00:00", berlin),
    start("day", "2024-03-10T20:00:00", "2024-03-10T05:00:00", newYork),
    start("day", "2024-11-03T20:00:00", "2024-11-03T04:00:00", newYork),
    start("day", "2018-11-04T12:00:00", "2018-11-04T03:00:00", saoPaulo),
    start("hour", "2024-10-27T00:45:00", "2024-10-27T00:00:00", berlin),
    start("hour", "2024-10-27T01:45:00", "2024-10-27T01:00:00", berlin),
    start("minute", "2024-11-03T06:30:59", "2024-11-03T06:30:00", newYork),
    start("hour", "2024-03-31T01:15:00", "2024-03-31T01:00:00", berlin),
    start("month", "2024-04-30T22:00:00", "2024-05-01", berlin),
    start("month", "2024-05-01T03:59:59", "2024-04-01", newYork),
    start("year", "2023-12-31T23:30:00", "2024-01-01", berlin),
    start("week1", "2024-05-05T22:00:00", "2024-05-06", berlin),
    startOfDate("week0", "2024-05-04", "2024-04-28"),
    startOfDate("week1", "2024-05-05", "2024-04-29", newYork),
    startOfDate("month", "2024-02-29", "2024-02-01", newYork),
    startOfDate("quarter", "1969-11-15", "1969-10-01"),
    startOfDate("year", "2024-02-29", "2024-01-01"),
    startOfDate("day", "2024-07-15", "2024-07-14T22:00:00", berlin),
    startOfDate("hour", "2024-01-15", "2024-01-15T05:00:00", newYork),
    gives("start of day of NULL", dateCall("startOf", "day", "UTC", none(types.utc)), null),
    gives("start of month of NULL", dateCall("startOf", "month", berlin, none(types.utc)), null),
    gives("start of week of no date", dateCall("startOf", "week1", "UTC", none(types.date)), null),
    startOfDate("week0", "1900-01-01", "1900-01-01"),
    startOfDate("week0", "1900-01-07", "1900-01-07"),
    start("day", "1900-01-01T01:00:00", "1900-01-01T00:00:00", berlin),
    start("hour", "2199-12-31T23:59:59.999999", "2199-12-31T23:00:00", berlin),
    startOfDate("day", "1900-01-01", "1900-01-01T00:00:00", berlin)
  ]
}

const part = (unit: DateUnit, from: string, result: number, zone = "UTC"): ExpressionCase =>
  gives(`${unit} of ${from} in ${zone}`, dateCall("part", unit, zone, instant(from, zone)), result)

const parts: CaseGroup = {
  name: "part",
  cases: [
    part("year", "2024-05-06T07:08:09.5", 2024),
    part("quarter", "2024-05-06T07:08:09.5", 2),
    part("month", "2024-05-06T07:08:09.5", 5),
    part("day", "2024-05-06T07:08:09.5", 6),
    part("hour", "2024-05-06T07:08:09.5", 7),
    part("minute", "2024-05-06T07:08:09.5", 8),
    part("second", "2024-05-06T07:08:09.999999", 9),
    part("dayOfWeek", "2024-05-06T00:00:00", 1),
    part("dayOfWeek", "2024-05-05T00:00:00", 7),
    part("dayOfWeek", "1969-12-31T00:00:00", 3),
    part("dayOfYear", "2024-12-31T00:00:00", 366),
    part("dayOfYear", "2023-12-31T00:00:00", 365),
    part("dayOfYear", "2024-03-01T00:00:00", 61),
    part("year", "1969-12-31T23:59:59.999999", 1969),
    part("second", "1969-12-31T23:59:59.999999", 59),
    part("hour", "2024-03-31T01:00:00", 3, berlin),
    part("hour", "2024-10-27T00:30:00", 2, berlin),
    part("hour", "2024-10-27T01:30:00", 2, berlin),
    part("minute", "2024-01-01T00:00:00", 30, kolkata),
    part("day", "2024-05-01T03:59:59", 30, newYork),
    part("year", "2023-12-31T23:00:00", 2024, berlin),
    part("dayOfWeek", "2024-05-05T22:00:00", 1, berlin),
    part("quarter", "2024-04-01T03:00:00", 1, newYork),
    gives("year of a date", dateCall("part", "year", berlin, date("1900-12-31")), 1900),
    gives("day of a date", dateCall("part", "day", newYork, date("2024-02-29")), 29),
    gives("hour of a date", dateCall("part", "hour", newYork, date("2024-02-29")), 0),
    gives("dayOfYear of a date", dateCall("part", "dayOfYear", "UTC", date("2000-12-31")), 366),
    gives("month of NULL", dateCall("part", "month", "UTC", none(types.utc)), null)
  ]
}

const diff = (unit: DateUnit, from: string, to: string, result: number, zone = "UTC"): ExpressionCase =>
  gives(
    `${unit}s from ${from} to ${to} in ${zone}`,
    dateCall("diff", unit, zone, instant(from, zone), instant(to, zone)),
    result
  )

const diffs: CaseGroup = {
  name: "diff",
  cases: [
    diff("second", "2024-01-01T00:00:00.999999", "2024-01-01T00:00:01", 1),
    diff("second", "1969-12-31T23:59:59.5", "1970-01-01T00:00:00.5", 1),
    diff("second", "2024-01-01T00:01:00", "2024-01-01T00:00:00", -60),
    diff("minute", "2024-01-01T00:00:59", "2024-01-01T00:01:00", 1),
    diff("minute", "2024-01-01T00:00:00", "2024-01-01T00:00:59", 0),
    diff("hour", "2024-01-01T00:59:59", "2024-01-01T01:00:00", 1),
    diff("hour", "2024-03-31T00:30:00", "2024-03-31T01:30:00", 1, berlin),
    diff("hour", "2024-10-27T00:30:00", "2024-10-27T01:30:00", 1, berlin),
    diff("hour", "2024-01-01T00:20:00", "2024-01-01T00:40:00", 1, kolkata),
    diff("day", "2023-12-31T23:59:59.999999", "2024-01-01T00:00:00", 1),
    diff("day", "2024-01-01T00:00:00", "2024-01-01T23:59:59", 0),
    diff("day", "2024-03-01T00:00:00", "2024-02-28T23:00:00", -2),
    diff("day", "2024-03-30T23:00:00", "2024-03-31T22:00:00", 1, berlin),
    diff("day", "2024-10-26T22:00:00", "2024-10-27T22:30:00", 0, berlin),
    diff("day", "2024-05-01T03:00:00", "2024-05-01T05:00:00", 1, newYork),
    diff("week0", "2024-05-04T00:00:00", "2024-05-05T00:00:00", 1),
    diff("week1", "2024-05-04T00:00:00", "2024-05-05T00:00:00", 0),
    diff("week1", "2024-05-05T00:00:00", "2024-05-06T00:00:00", 1),
    diff("week1", "1969-12-28T00:00:00", "1970-01-05T00:00:00", 2),
    diff("month", "2024-01-31T00:00:00", "2024-02-01T00:00:00", 1),
    diff("month", "2024-01-01T00:00:00", "2024-01-31T00:00:00", 0),
    diff("month", "1970-02-01T00:00:00", "1969-12-31T00:00:00", -2),
    diff("month", "2024-04-30T21:00:00", "2024-04-30T22:00:00", 1, berlin),
    diff("quarter", "2023-12-31T00:00:00", "2024-04-01T00:00:00", 2),
    diff("year", "2023-12-31T23:59:59", "2024-01-01T00:00:00", 1),
    diff("year", "2024-01-01T00:00:00", "1969-12-31T00:00:00", -55),
    gives("days from NULL", dateCall("diff", "day", "UTC", none(types.utc), instant("2024-01-01T00:00:00")), null),
    gives("days to NULL", dateCall("diff", "day", "UTC", instant("2024-01-01T00:00:00"), none(types.utc)), null)
  ]
}

const add = (unit: DateUnit, from: string, count: number, result: string, zone = "UTC"): ExpressionCase =>
  gives(
    `${from} plus ${count} ${unit}s in ${zone}`,
    dateCall("add", unit, zone, instant(from, zone), int(count)),
    micros(result)
  )
const beyond = (unit: DateUnit, from: string, count: number | bigint): ExpressionCase =>
  gives(`${from} plus ${count} ${unit}s`, dateCall("add", unit, "UTC", instant(from), int(count)), null)

const sums: CaseGroup = {
  name: "add",
  cases: [
    add("second", "2024-01-01T00:00:00.000001", 59, "2024-01-01T00:00:59.000001"),
    add("second", "1970-01-01T00:00:00.25", -1, "1969-12-31T23:59:59.25"),
    add("minute", "2024-01-01T00:00:00", -1, "2023-12-31T23:59:00"),
    add("hour", "2024-01-01T00:00:00", 36, "2024-01-02T12:00:00"),
    add("hour", "2024-03-31T00:30:00", 1, "2024-03-31T01:30:00", berlin),
    add("hour", "2024-10-27T00:30:00", 1, "2024-10-27T01:30:00", berlin),
    add("hour", "2024-11-03T05:30:00", 24, "2024-11-04T05:30:00", newYork),
    add("day", "2024-02-28T12:00:00", 1, "2024-02-29T12:00:00"),
    add("day", "2024-01-01T00:00:00", -1, "2023-12-31T00:00:00"),
    add("day", "2024-03-30T11:00:00", 1, "2024-03-31T10:00:00", berlin),
    add("day", "2024-03-30T01:30:00", 1, "2024-03-31T01:30:00", berlin),
    add("day", "2024-10-26T00:30:00", 1, "2024-10-27T00:30:00", berlin),
    add("day", "2024-10-28T01:30:00", -1, "2024-10-27T00:30:00", berlin),
    add("day", "2024-03-09T07:30:00", 1, "2024-03-10T07:30:00", newYork),
    add("day", "2024-11-02T16:00:00", 1, "2024-11-03T17:00:00", newYork),
    add("day", "2024-11-02T05:30:00.000009", 1, "2024-11-03T05:30:00.000009", newYork),
    add("week0", "2024-02-26T00:00:00", 1, "2024-03-04T00:00:00"),
    add("week1", "2024-02-26T00:00:00", -2, "2024-02-12T00:00:00"),
    add("month", "2024-01-31T10:00:00", 1, "2024-02-29T10:00:00"),
    add("month", "2023-01-31T10:00:00", 1, "2023-02-28T10:00:00"),
    add("month", "2024-03-31T10:00:00", -1, "2024-02-29T10:00:00"),
    add("month", "2024-11-30T00:00:00", 3, "2025-02-28T00:00:00"),
    add("month", "1970-01-31T00:00:00", -11, "1969-02-28T00:00:00"),
    add("month", "2024-01-31T01:30:00", 2, "2024-03-31T01:30:00", berlin),
    add("quarter", "2023-11-30T00:00:00", 1, "2024-02-29T00:00:00"),
    add("quarter", "2024-01-15T00:00:00", -5, "2022-10-15T00:00:00"),
    add("year", "2024-02-29T12:00:00", 1, "2025-02-28T12:00:00"),
    add("year", "2024-02-29T12:00:00", 4, "2028-02-29T12:00:00"),
    add("year", "2023-12-31T23:30:00", 1, "2024-12-31T23:30:00", berlin),
    add("month", "2024-07-31T22:30:00", 1, "2024-08-31T22:30:00", berlin),
    add("year", "2199-12-31T23:59:59.999999", 0, "2199-12-31T23:59:59.999999"),
    add("day", "1900-01-02T00:00:00", -1, "1900-01-01T00:00:00"),
    beyond("second", "2199-12-31T23:59:59", 1),
    beyond("day", "1900-01-01T00:00:00", -1),
    beyond("month", "2024-01-01T00:00:00", 2200),
    beyond("year", "2024-01-01T00:00:00", -200),
    beyond("year", "2024-01-01T00:00:00", 1_000_000),
    beyond("hour", "2024-01-01T00:00:00", int64Max),
    beyond("quarter", "2024-01-01T00:00:00", -int64Max),
    gives("NULL plus a day", dateCall("add", "day", "UTC", none(types.utc), int(1)), null),
    gives(
      "an instant plus NULL",
      dateCall("add", "day", "UTC", instant("2024-01-01T00:00:00"), none(types.int64)),
      null
    )
  ]
}

export const dateGroups: ReadonlyArray<CaseGroup> = [starts, parts, diffs, sums]
