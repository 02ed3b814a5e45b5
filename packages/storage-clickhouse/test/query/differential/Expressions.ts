import type { FunctionName } from "@hedgerow/sql/functions/Functions"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { callType, dateCallType } from "@hedgerow/sql/plan/ResultTypes"
import { type Cell, int64Max, int64Min, integerCell } from "@hedgerow/sql/types/Cell"
import type { DateUnit } from "@hedgerow/sql/types/DateUnit"
import {
  arrayOf,
  dateTime,
  decimal,
  intervalOf,
  lambdaOf,
  scalar,
  type SqlType,
  withNullable
} from "@hedgerow/sql/types/SqlType"
import { numbers, texts, time } from "./Data.ts"
import type { Random } from "./Random.ts"

/** Kinds of values that have a text, and are none. */
const otherKinds = [
  "Int64",
  "Unsigned",
  "Decimal",
  "Float64",
  "Bool",
  "UUID",
  "Date",
  "DateTime64",
  "Interval"
] as const

/** Kinds of values that columns have. */
export const valueKinds = ["String", ...otherKinds] as const

/** Kinds of values in expressions; `Test` is a predicate. */
export const kinds = [...valueKinds, "Test"] as const
export type Kind = (typeof kinds)[number]

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Pacific/Apia"
] as const
const clockUnits = ["second", "minute", "hour", "day"] as const
const dayUnits = ["week0", "week1", "month", "quarter", "year"] as const
const partUnits = [
  "year",
  "quarter",
  "month",
  "day",
  "dayOfWeek",
  "dayOfYear",
  "hour",
  "minute",
  "second",
  "week0",
  "week1"
] as const

/** Integers that calculations stay small with, and those at the edges of what they can be. */
const integers = [0n, 1n, -1n, 2n, 7n, -10n, 1000n, 9007199254740991n] as const
const edges = [int64Max, int64Min, int64Max - 1n, int64Min + 1n, 3037000500n, -(2n ** 62n)] as const

/** 2199-12-31 */
const lastDay = 84_005

/** The columns and properties that a plan offers to its expressions, by their kind. */
export type Leaves = { readonly [K in Kind]?: ReadonlyArray<Expr> }

/** UInt64 at its edges, and where Int64 ends. */
const unsigned = [0n, 1n, 7n, 1000n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n - 2n] as const
/** In hundredths, up to all the digits there are. */
const hundredths = [0n, 1n, -1n, 250n, -1225n, 100n, 99999n, 10n ** 18n - 1n, 1n - 10n ** 18n] as const

/** The one decimal that values of that kind have. */
export const hundredthsType = decimal(18, 2)

const typeOf = (kind: Kind): SqlType => {
  switch (kind) {
    case "Test":
      return scalar("UInt8")
    case "DateTime64":
      return dateTime("UTC")
    case "Decimal":
      return hundredthsType
    case "Interval":
      return intervalOf("day")
    default:
      return scalar(kind)
  }
}

const call = (fn: FunctionName, args: ReadonlyArray<Expr>, type: SqlType): Expr => ({ _tag: "Call", fn, args, type })
const anyNullable = (args: ReadonlyArray<Expr>): boolean => args.some((arg) => arg.type.nullable)

/** A function that is NULL by its rule. */
const strict = (fn: FunctionName, type: SqlType, ...args: ReadonlyArray<Expr>): Expr =>
  call(fn, args, callType(fn, args, type))
const literal = (value: Cell, type: SqlType): Expr => ({
  _tag: "Literal",
  value,
  type: withNullable(type, value === null)
})

/** Names of values, each used once. */
let names = 0

/** Makes expressions of every kind, each function now and then. */
export class Expressions {
  readonly #random: Random
  readonly #leaves: Leaves

  constructor(random: Random, leaves: Leaves) {
    this.#random = random
    this.#leaves = leaves
  }

  of(kind: Kind, depth: number): Expr {
    if (depth <= 0 || this.#random.chance(0.15)) return this.#leaf(kind)
    switch (this.#random.int(12)) {
      case 0:
        return this.#choice(kind, depth)
      case 1:
        return this.#shared(kind, depth)
      case 2:
        return kind === "Test" ? this.#made(kind, depth) : this.#many(kind, depth)
      default:
        return this.#made(kind, depth)
    }
  }

  #leaf(kind: Kind): Expr {
    const leaves = this.#leaves[kind] ?? []
    const [first, ...rest] = leaves
    if (first !== undefined && this.#random.chance(0.75)) return this.#random.pick([first, ...rest])
    return this.literal(kind)
  }

  literal(kind: Kind): Expr {
    const random = this.#random
    const type = typeOf(kind)
    if (random.chance(0.05)) return literal(null, type)
    switch (kind) {
      case "String":
        return literal(random.pick(texts), type)
      case "Int64":
        return literal(integerCell(random.pick([...integers, ...random.chance(0.3) ? edges : integers])), type)
      case "Interval":
        return literal(random.int(50) - 25, type)
      case "Unsigned":
        return literal(integerCell(random.pick(unsigned)), type)
      case "Decimal":
        return literal(integerCell(random.pick(hundredths)), type)
      case "Float64":
        return literal(random.pick([...numbers, Number.NaN, Infinity]), type)
      case "Bool":
        return literal(random.chance(0.5), type)
      case "UUID":
        return literal(
          random.pick(["00000000-0000-4000-8000-00000000000a", "f0000000-0000-4000-8000-000000000000"]),
          type
        )
      case "Date":
        return literal(random.chance(0.05) ? lastDay : random.int(103_000) - 20_000, type)
      case "DateTime64":
        return literal(time(random), type)
      case "Test":
        return literal(random.int(2), type)
    }
  }

  #choice(kind: Kind, depth: number): Expr {
    const [a, b] = [this.of(kind, depth - 1), this.of(kind, depth - 1)]
    const test = this.of("Test", depth - 1)
    const type = typeOf(kind)
    switch (this.#random.int(4)) {
      case 0:
        return call("coalesce", [a, b], withNullable(type, a.type.nullable && b.type.nullable))
      case 1:
        return call("nullIf", [a, b], withNullable(type, true))
      case 2:
        return call("multiIf", [test, a, this.of("Test", depth - 1), b, a], withNullable(type, anyNullable([a, b])))
      default:
        return call("if", [test, a, b], withNullable(type, anyNullable([a, b])))
    }
  }

  /** An expression that uses a value by its name, perhaps more than once. */
  #shared(kind: Kind, depth: number): Expr {
    const of = this.#random.pick(kinds)
    const value = this.of(of, depth - 1)
    const ref: Expr = { _tag: "Ref", name: `value ${++names}`, type: value.type }
    const body = this.#with(of, ref).of(kind, depth - 1)
    return { _tag: "Let", bindings: [{ name: ref.name, value }], body, type: body.type }
  }

  /** The same maker with one more leaf, which is taken often. */
  #with(kind: Kind, leaf: Expr): Expressions {
    return new Expressions(this.#random, {
      ...this.#leaves,
      [kind]: [leaf, leaf, ...(this.#leaves[kind] ?? []).slice(0, 1)]
    })
  }

  /** A value composed of several of its kind. */
  #many(kind: Exclude<Kind, "Test">, depth: number): Expr {
    const values = this.#random.list(2 + this.#random.int(2), () => this.of(kind, depth - 1))
    const type = withNullable(typeOf(kind), anyNullable(values))
    switch (this.#random.int(4)) {
      case 0:
      case 1:
        return call(
          this.#random.pick(["greatest", "least"]),
          values,
          withNullable(type, values.every((one) => one.type.nullable))
        )
      case 2:
        return call("arrayElement", [this.array(kind, depth), this.literal("Int64")], withNullable(type, true))
      default:
        if (kind !== "Int64" && kind !== "Float64") return call("coalesce", values, withNullable(type, true))
        return call("sumOf", [...values, this.of(kind, 0)], withNullable(type, true))
    }
  }

  /** An array of values that may be NULL, perhaps changed by a function. */
  array(kind: Exclude<Kind, "Test">, depth: number): Expr {
    const element = withNullable(typeOf(kind), true)
    const list = call("array", this.#random.list(this.#random.int(4), () => this.of(kind, depth - 1)), arrayOf(element))
    const ref: Extract<Expr, { readonly _tag: "Ref" }> = { _tag: "Ref", name: `member ${++names}`, type: element }
    switch (this.#random.int(3)) {
      case 0: {
        const body = this.#with(kind, ref).of("Test", depth - 1)
        return call(
          "arrayFilter",
          [{ _tag: "Lambda", params: [ref], body, type: lambdaOf(body.type) }, list],
          list.type
        )
      }
      case 1: {
        const body = this.#with(kind, ref).of(kind, depth - 1)
        return call("arrayMap", [{ _tag: "Lambda", params: [ref], body, type: lambdaOf(body.type) }, list], list.type)
      }
      default:
        return list
    }
  }

  #made(kind: Kind, depth: number): Expr {
    switch (kind) {
      case "String":
        return this.#text(depth - 1)
      case "Int64":
        return this.#integer(depth - 1)
      case "Interval":
        return strict("cast", typeOf(kind), this.of("Int64", depth - 1))
      case "Unsigned":
        return this.#unsigned(depth - 1)
      case "Decimal":
        return this.#decimal(depth - 1)
      case "Float64":
        return this.#float(depth - 1)
      case "Bool":
        return call(
          "toBool",
          [this.of(this.#random.pick(["String", "Int64", "Unsigned", "Float64"]), depth - 1)],
          scalar("Bool", true)
        )
      case "UUID":
        return call("toUUID", [this.of("String", depth - 1)], scalar("UUID", true))
      case "Date":
        return this.#date(depth - 1)
      case "DateTime64":
        return this.#instant(depth - 1)
      case "Test":
        return this.#test(depth - 1)
    }
  }

  #text(depth: number): Expr {
    const text = scalar("String")
    const string = () => this.of("String", depth)
    switch (this.#random.int(8)) {
      case 0:
        return strict("concat", text, string(), string())
      case 1:
        return strict(this.#random.pick(["lower", "upper", "reverse", "trimLeft", "trimRight"]), text, string())
      case 2:
        return strict("substring", text, string(), this.of("Int64", 0), this.of("Int64", 0))
      case 3:
        return strict("replaceAll", text, string(), this.literal("String"), this.literal("String"))
      default:
        return strict("toString", text, this.of(this.#random.pick(otherKinds), depth))
    }
  }

  #integer(depth: number): Expr {
    const int = scalar("Int64")
    const integer = () => this.of("Int64", depth)
    switch (this.#random.int(9)) {
      case 0:
        return strict(this.#random.pick(["length", "lengthUTF8"]), scalar("UInt64"), this.of("String", depth))
      case 1:
        return strict("position", scalar("UInt64"), this.of("String", depth), this.of("String", 0))
      case 2:
        return strict(this.#random.pick(["plus", "minus", "multiply"]), int, integer(), integer())
      case 3:
        return strict(this.#random.pick(["intDiv", "modulo"]), int, integer(), integer())
      case 4:
        return strict(this.#random.pick(["negate", "abs"]), int, integer())
      case 5:
        return this.#dateCall(
          "part",
          this.#random.pick(partUnits),
          int,
          this.of(this.#random.pick(["Date", "DateTime64"]), depth)
        )
      case 6: {
        const unit = this.#random.pick([...clockUnits, ...dayUnits])
        return this.#dateCall("diff", unit, int, this.of("DateTime64", depth), this.of("DateTime64", depth))
      }
      default:
        return call(
          "toInt",
          [this.of(this.#random.pick(["String", "Float64", "Unsigned", "Bool", "Date", "DateTime64"]), depth)],
          scalar("Int64", true)
        )
    }
  }

  #unsigned(depth: number): Expr {
    const type = scalar("Unsigned")
    const number = () => this.of("Unsigned", depth)
    switch (this.#random.int(4)) {
      case 0:
        return strict(this.#random.pick(["plus", "minus", "multiply"]), type, number(), number())
      case 1:
        return strict(this.#random.pick(["intDiv", "modulo"]), type, number(), number())
      case 2:
        return strict(this.#random.pick(["negate", "abs"]), type, number())
      default: {
        const from = this.of(this.#random.pick(["String", "Int64", "Float64", "Decimal"]), depth)
        return call("toExact", [from], withNullable(type, true))
      }
    }
  }

  #decimal(depth: number): Expr {
    const type = hundredthsType
    const number = () => this.of("Decimal", depth)
    switch (this.#random.int(6)) {
      case 0:
        return strict(this.#random.pick(["plus", "minus", "modulo"]), type, number(), number())
      case 1:
        return strict(this.#random.pick(["negate", "abs"]), type, number())
      case 2:
        return call("toExact", [strict("multiply", decimal(38, 4), number(), number())], withNullable(type, true))
      case 3: {
        const dividend = strict("cast", decimal(20, 4), number())
        return strict("intDiv", type, dividend, number())
      }
      default: {
        const from = this.of(this.#random.pick(["String", "Int64", "Float64", "Unsigned"]), depth)
        return call("toExact", [from], withNullable(type, true))
      }
    }
  }

  #float(depth: number): Expr {
    const float = scalar("Float64")
    const number = () => this.of("Float64", depth)
    switch (this.#random.int(6)) {
      case 0:
      case 1:
        return strict(this.#random.pick(["plus", "minus", "multiply", "divide"]), float, number(), number())
      case 2:
        return strict(this.#random.pick(["floor", "ceil", "negate", "abs"]), float, number())
      case 3:
        return strict("round", float, number(), literal(this.#random.int(5) - 1, scalar("Int64")))
      case 4:
        return strict("cast", float, this.of(this.#random.pick(["Int64", "Unsigned", "Decimal"]), depth))
      default:
        return call(
          "toFloat",
          [this.of(this.#random.pick(["String", "Int64", "Bool", "Date", "DateTime64"]), depth)],
          scalar("Float64", true)
        )
    }
  }

  #zone(): Expr {
    return literal(this.#random.pick(zones), scalar("String"))
  }

  #date(depth: number): Expr {
    if (this.#random.chance(0.5)) {
      return this.#dateCall(
        "startOf",
        this.#random.pick(dayUnits),
        scalar("Date"),
        this.of(this.#random.pick(["Date", "DateTime64"]), depth)
      )
    }
    const from = this.of(this.#random.pick(["String", "Int64", "Float64", "DateTime64"]), depth)
    return call("toDate", [from, this.#zone()], scalar("Date", true))
  }

  #instant(depth: number): Expr {
    switch (this.#random.int(4)) {
      case 0:
        return this.#dateCall(
          "startOf",
          this.#random.pick(clockUnits),
          dateTime("UTC"),
          this.of(this.#random.pick(["Date", "DateTime64"]), depth)
        )
      case 1: {
        const count = this.#random.chance(0.2)
          ? this.of("Int64", depth)
          : this.#random.chance(0.2)
          ? strict("cast", scalar("Int64"), this.of("Interval", depth))
          : literal(this.#random.int(50) - 25, scalar("Int64"))
        const unit = this.#random.pick([...clockUnits, ...dayUnits])
        return this.#dateCall("add", unit, dateTime("UTC"), this.of("DateTime64", depth), count)
      }
      case 2:
        return strict(
          "cutTime",
          dateTime("UTC"),
          this.of("DateTime64", depth),
          literal(this.#random.pick([10, 1000, 1_000_000]), scalar("Int64"))
        )
      default: {
        const from = this.of(this.#random.pick(["String", "Int64", "Float64", "Date"]), depth)
        const zone = this.#random.pick(zones)
        const isWritten = from.type.kind === "String" && this.#random.chance(0.3)
        const order = literal(this.#random.pick([0, 1]), scalar("Int64"))
        const time = isWritten ? call("isoTime", [from, order], scalar("String", true)) : from
        return call("toDateTime", [time, literal(zone, scalar("String"))], dateTime(zone, true))
      }
    }
  }

  #dateCall(
    fn: "startOf" | "part" | "diff" | "add",
    unit: DateUnit,
    type: SqlType,
    ...args: ReadonlyArray<Expr>
  ): Expr {
    const timezone = this.#random.pick(zones)
    const result = type.kind === "DateTime64" ? dateTime(timezone) : type
    return { _tag: "DateCall", fn, unit, timezone, args, type: dateCallType({ fn, unit, args }, result) }
  }

  #test(depth: number): Expr {
    const test = scalar("UInt8")
    const kind = this.#random.pick(valueKinds)
    switch (this.#random.int(9)) {
      case 8: {
        const member = this.#random.pick(valueKinds)
        return call("has", [this.array(member, depth), this.of(member, depth)], test)
      }
      case 0:
        return call("and", [this.of("Test", depth), this.of("Test", depth)], withNullable(test, true))
      case 1:
        return call("or", [this.of("Test", depth), this.of("Test", depth)], withNullable(test, true))
      case 2:
        return strict("not", test, this.of("Test", depth))
      case 3:
        return strict(
          this.#random.pick(["like", "ilike", "startsWith", "endsWith"]),
          test,
          this.of("String", depth),
          this.of("String", 0)
        )
      case 4:
        return call(this.#random.pick(["isNull", "isNotNull"]), [this.of(kind, depth)], test)
      case 5:
        return call(
          this.#random.pick(["isNotDistinct", "isDistinct"]),
          [this.of(kind, depth), this.of(kind, depth)],
          test
        )
      case 6:
        return this.#list(kind, depth)
      default: {
        const fn = this.#random.pick(["equals", "notEquals", "less", "lessOrEquals", "greater", "greaterOrEquals"])
        return strict(fn, test, this.of(kind, depth), this.of(kind, depth))
      }
    }
  }

  #list(kind: Kind, depth: number): Expr {
    const items = this.#random.list(1 + this.#random.int(3), () => this.literal(kind))
    return {
      _tag: "InList",
      value: this.of(kind, depth),
      items: items.map((item) => item._tag === "Literal" ? item.value : null),
      negated: this.#random.chance(0.3),
      type: scalar("UInt8")
    }
  }
}
