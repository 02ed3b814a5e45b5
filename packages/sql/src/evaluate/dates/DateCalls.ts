import type { DateCall, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import type { Cell } from "../../types/Cell.ts"
import type { DateUnit } from "../../types/DateUnit.ts"
import type { SqlType } from "../../types/SqlType.ts"
import type { Evaluate } from "../Evaluate.ts"
import { dayMicros, floorDivide, floorModulo } from "./Civil.ts"
import { addToDays, exactLength, partOf, startOfDays, unitNumber } from "./DateParts.ts"
import { dayFromFirst, nearestTime, timeOrNull } from "./Range.ts"
import { type TimeZone, timeZone } from "./TimeZone.ts"

/** A Date or DateTime64 as a wall clock of the zone. */
const wallOf = (type: SqlType, zone: TimeZone): (cell: number) => number =>
  type.kind === "Date" ? (days) => days * dayMicros : zone.toWall

/** A Date or DateTime64 as an instant; a Date is its midnight in the zone. */
const instantOf = (type: SqlType, zone: TimeZone): (cell: number) => number =>
  type.kind === "Date" ? (days) => zone.toInstant(days * dayMicros) : (instant) => instant

const daysOfWall = (wall: number): number => floorDivide(wall, dayMicros)

const startOf = (call: DateCall, from: SqlType, zone: TimeZone): (cell: number) => number => {
  const { unit } = call
  const wall = wallOf(from, zone)
  if (call.type.kind === "Date") return (cell) => dayFromFirst(startOfDays(unit, daysOfWall(wall(cell))))
  const instant = instantOf(from, zone)
  const length = exactLength(unit)
  if (length !== undefined) {
    return (cell) => {
      const at = instant(cell)
      return nearestTime(at - floorModulo(zone.toWall(at), length))
    }
  }
  return (cell) => nearestTime(zone.toInstant(startOfDays(unit, daysOfWall(wall(cell))) * dayMicros))
}

/** Numbers the units of an instant: hours by the zone's clock, so that zones off by half an hour count their own. */
const numberOf = (unit: DateUnit, zone: TimeZone): (instant: number) => number => {
  const length = exactLength(unit)
  if (length === undefined) return (instant) => unitNumber(unit, daysOfWall(zone.toWall(instant)))
  if (unit !== "hour") return (instant) => floorDivide(instant, length)
  return (instant) => floorDivide(instant - floorModulo(zone.toWall(instant), length), length)
}

/** More units than the range holds; beyond it numbers would stop being exact. */
const farthest = 10_000_000_000

const add = (unit: DateUnit, zone: TimeZone): (instant: number, count: number) => number | null => {
  const length = exactLength(unit)
  if (length !== undefined) return (instant, count) => timeOrNull(instant + count * length)
  return (instant, count) => {
    const wall = zone.toWall(instant)
    const days = daysOfWall(wall)
    const moved = addToDays(unit, days, count) * dayMicros + (wall - days * dayMicros)
    return timeOrNull(Math.abs(moved) > Number.MAX_SAFE_INTEGER ? moved : zone.toInstant(moved))
  }
}

const unary = (arg: Evaluate, f: (cell: number) => Cell): Evaluate => (frame) => {
  const cell = arg(frame)
  return cell === null ? null : f(cell as number)
}

const binary = (left: Evaluate, right: Evaluate, f: (a: number, b: number) => Cell): Evaluate => (frame) => {
  const [a, b] = [left(frame), right(frame)]
  return a === null || b === null ? null : f(a as number, Number(b))
}

/** A date function of the plan, given how to compile its arguments. */
export const compileDateCall = (call: DateCall, compile: (expr: Expr) => Evaluate): Evaluate => {
  const zone = timeZone(call.timezone)
  const first = argument(call, 0)
  switch (call.fn) {
    case "startOf":
      return unary(compile(first), startOf(call, first.type, zone))
    case "part": {
      const wall = wallOf(first.type, zone)
      return unary(compile(first), (cell) => partOf(call.unit, wall(cell)))
    }
    case "diff": {
      const second = argument(call, 1)
      const number = numberOf(call.unit, zone)
      const [from, to] = [instantOf(first.type, zone), instantOf(second.type, zone)]
      return binary(compile(first), compile(second), (a, b) => number(to(b)) - number(from(a)))
    }
    case "add": {
      const instant = instantOf(first.type, zone)
      const sum = add(call.unit, zone)
      return binary(
        compile(first),
        compile(argument(call, 1)),
        (a, b) => sum(instant(a), Math.max(-farthest, Math.min(farthest, b)))
      )
    }
  }
}
