import { type Cell, int64Max, int64Min } from "../types/Cell.ts"
import type { DateUnit } from "../types/DateUnit.ts"
import { exactRange, type Range } from "../types/ExactRange.ts"
import { earliest, latest } from "../types/Instants.ts"
import { type ExactType, type IntegerKind, isExact, type SqlType } from "../types/SqlType.ts"
import { makeExprNotes } from "./ExprNotes.ts"
import type { Aggregate, Call, DateCall, Expr } from "./Plan.ts"
import { decide } from "./Traced.ts"

/** The ranges of the integer types: more than Int64 is `Unsigned`. */
export const rangesOfKinds: Readonly<Record<IntegerKind, Range>> = {
  UInt8: [0n, 255n],
  UInt16: [0n, 65535n],
  UInt32: [0n, 4294967295n],
  UInt64: [0n, int64Max],
  Int8: [-128n, 127n],
  Int16: [-32768n, 32767n],
  Int32: [-2147483648n, 2147483647n],
  Int64: [int64Min, int64Max]
}

const int64 = rangesOfKinds.Int64
const bit: Range = [0n, 1n]

/** No table has more rows, and no text more bytes. */
const counted: Range = [0n, 2n ** 53n]

const seconds: Range = [BigInt(Math.floor(earliest / 1_000_000)), BigInt(Math.floor(latest / 1_000_000))]
const days: Range = [-25_568n, 84_007n]

const partRanges: Readonly<Record<DateUnit, Range>> = {
  second: [0n, 59n],
  minute: [0n, 59n],
  hour: [0n, 23n],
  day: [1n, 31n],
  week0: [1n, 53n],
  week1: [1n, 53n],
  month: [1n, 12n],
  quarter: [1n, 4n],
  year: [1899n, 2200n],
  dayOfWeek: [1n, 7n],
  dayOfYear: [1n, 366n]
}

const least = (values: ReadonlyArray<bigint>): bigint => values.reduce((a, b) => a < b ? a : b)
const greatest = (values: ReadonlyArray<bigint>): bigint => values.reduce((a, b) => a > b ? a : b)
const around = (values: ReadonlyArray<bigint>): Range => [least(values), greatest(values)]

const isWithin = ([low, high]: Range, [least, greatest]: Range): boolean => low >= least && high <= greatest
const holds = ([least, greatest]: Range, value: bigint): boolean => value >= least && value <= greatest

const magnitude = ([low, high]: Range): bigint => greatest([low < 0n ? -low : low, high < 0n ? -high : high])

/** The range of the result in unlimited integers; undefined for a function that is not arithmetic. */
const unlimited = (fn: Call["fn"], a: Range, b: Range): Range | undefined => {
  switch (fn) {
    case "plus":
      return [a[0] + b[0], a[1] + b[1]]
    case "minus":
      return [a[0] - b[1], a[1] - b[0]]
    case "multiply":
      return around([a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1]])
    case "negate":
      return [-a[1], -a[0]]
    case "abs":
      return [holds(a, 0n) ? 0n : least([a[0] < 0n ? -a[0] : a[0], a[1] < 0n ? -a[1] : a[1]]), magnitude(a)]
    case "intDiv":
      return b[0] > 0n ? around([a[0] / b[0], a[0] / b[1], a[1] / b[0], a[1] / b[1]]) : [-magnitude(a), magnitude(a)]
    case "modulo": {
      const rest = least([magnitude(a), magnitude(b) === 0n ? 0n : magnitude(b) - 1n])
      return [a[0] < 0n ? -rest : 0n, a[1] > 0n ? rest : 0n]
    }
    default:
      return undefined
  }
}

const ofCell = (cell: Cell): Range => {
  if (typeof cell === "bigint") return [cell, cell]
  if (typeof cell === "boolean" || cell === null) return bit
  return typeof cell === "number" && Number.isSafeInteger(cell) ? [BigInt(cell), BigInt(cell)] : int64
}

/** Greater constants count as any of as many binary digits: moments of one year have the same plan. */
const mostExact = 2 ** 32

/** The range of a constant. */
const ofConstant = (cell: Cell): Range => {
  if (typeof cell !== "number" || !Number.isSafeInteger(cell) || Math.abs(cell) < mostExact) return ofCell(cell)
  const least = 2n ** BigInt(Math.floor(Math.log2(Math.abs(cell))))
  const most = least * 2n - 1n
  return cell < 0 ? [-most, -least] : [least, most]
}

const ofType = ({ kind }: SqlType): Range => {
  if (kind === "Bool") return bit
  const ranges: Readonly<Partial<Record<string, Range>>> = rangesOfKinds
  return ranges[kind] ?? int64
}

const ofConverted = (arg: Expr): Range => {
  switch (arg.type.kind) {
    case "Date":
      return days
    case "DateTime64":
      return seconds
    default:
      return arg.type.kind === "String" || arg.type.kind === "Float64" ? int64 : integerRange(arg)
  }
}

const union = (exprs: ReadonlyArray<Expr>): Range => around(exprs.flatMap((expr) => [...integerRange(expr)]))

/** The exact total. */
const total = (exprs: ReadonlyArray<Expr>): Range =>
  exprs.map(integerRange).reduce(([low, high], [least, greatest]) => [low + least, high + greatest])

const ofCall = ({ args, fn, type }: Call): Range => {
  const [first, second = first] = args
  if (first === undefined || second === undefined) return ofType(type)
  switch (fn) {
    case "length":
    case "lengthUTF8":
    case "position":
      return counted
    case "cast":
    case "toInt":
      return ofConverted(first)
    case "toUnixTimestamp":
      return seconds
    case "toMicros":
      return [seconds[0] * 1_000_000n, (seconds[1] + 1n) * 1_000_000n]
    case "nullIf":
      return integerRange(first)
    case "coalesce":
    case "greatest":
    case "least":
      return union(args)
    case "sumOf":
      return total(args)
    case "if":
    case "multiIf":
      return union(args.filter((_, i) => i % 2 === 1 || i === args.length - 1))
    default:
      return unlimited(fn, integerRange(first), integerRange(second)) ?? ofType(type)
  }
}

const ofDateCall = ({ fn, unit }: DateCall): Range =>
  fn === "part" ? partRanges[unit] : fn === "diff" ? [-(2n ** 34n), 2n ** 34n] : int64

/** Aggregates whose value may be greater or less than each of their arguments. */
const others: ReadonlySet<Aggregate["fn"]> = new Set([
  "avg",
  "quantile",
  "covariance",
  "groupArray",
  "groupBitAnd",
  "groupBitOr",
  "groupBitXor"
])

const ofAggregate = ({ args, fn, type }: Aggregate): Range => {
  const [first] = args
  if (fn === "count" || fn === "countDistinct") return counted
  if (first === undefined || others.has(fn)) return ofType(type)
  const [low, high] = integerRange(first)
  return fn === "sum" ? around([low * counted[1], high * counted[1], 0n]) : [low, high]
}

const ofExpr = (expr: Expr): Range => {
  switch (expr._tag) {
    case "Literal":
      return decide(() => ofConstant(expr.value), String)
    case "Call":
      return ofCall(expr)
    case "DateCall":
      return ofDateCall(expr)
    case "Aggregate":
      return ofAggregate(expr)
    default:
      return ofType(expr.type)
  }
}

const known = makeExprNotes<Range>()

/**
 * The range of an integer or Bool expression where it is not NULL, by its form; computed once for each expression. A
 * result beyond Int64 is NULL.
 */
export const integerRange = (expr: Expr): Range => {
  const found = known.of(expr)
  if (found !== undefined) return found
  const [low, high] = ofExpr(expr)
  const range: Range = [low < int64Min ? int64Min : low, high > int64Max ? int64Max : high]
  known.note(expr, range)
  return range
}

/** Whether the whole numbers of these arguments always have this result in Int64. */
export const isAlwaysInt64 = (fn: Call["fn"], args: ReadonlyArray<Expr>): boolean => {
  const [first, second = first] = args
  if (first === undefined || second === undefined) return true
  const [a, b] = [integerRange(first), integerRange(second)]
  if (fn === "sumOf") return isWithin(total(args), int64)
  if (fn === "modulo") return !holds(b, 0n)
  if (fn === "intDiv") return !holds(b, 0n) && !(holds(b, -1n) && holds(a, int64Min))
  return isWithin(unlimited(fn, a, b) ?? int64, int64)
}

/** The range of an exact operand: a constant's value, else all of its type. */
const ofExact = (expr: Expr): Range => {
  const cell = expr._tag === "Literal" ? expr.value : null
  if (typeof cell === "number" || typeof cell === "bigint") return [BigInt(cell), BigInt(cell)]
  return isExact(expr.type) ? exactRange(expr.type) : int64
}

/** Whether the exact numbers of these arguments always have this result in the type. */
export const isAlwaysExact = (fn: Call["fn"], args: ReadonlyArray<Expr>, type: ExactType): boolean => {
  const [first, second = first] = args
  if (first === undefined || second === undefined) return true
  const [a, b] = [ofExact(first), ofExact(second)]
  if ((fn === "modulo" || fn === "intDiv") && holds(b, 0n)) return false
  return isWithin(unlimited(fn, a, b) ?? a, exactRange(type))
}

/** Whether any number of such exact numbers has a sum in the type. */
export const isAlwaysExactSum = (arg: Expr, type: ExactType): boolean =>
  isExact(arg.type) && magnitude(exactRange(arg.type)) * counted[1] <= exactRange(type)[1]

/** Whether any number of such integers has a sum in Int64. */
export const isAlwaysSummable = (arg: Expr): boolean => magnitude(integerRange(arg)) * counted[1] <= int64Max
