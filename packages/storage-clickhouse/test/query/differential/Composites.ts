import type { FunctionName } from "@hedgerow/sql/functions/Functions"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { arrayOf, mapOf, scalar, type SqlType, tupleOf, withNullable } from "@hedgerow/sql/types/SqlType"
import { type Expressions, valueKinds } from "./Expressions.ts"
import type { Random } from "./Random.ts"

const members = valueKinds
const keys = ["String", "Int64", "Unsigned", "Decimal", "UUID", "Date"] as const

const call = (fn: FunctionName, args: ReadonlyArray<Expr>, type: SqlType): Expr => ({ _tag: "Call", fn, args, type })
const int = (value: number): Expr => ({ _tag: "Literal", value, type: scalar("Int64") })

/** The same value, which is never NULL. */
const known = (make: Expressions, value: Expr, kind: (typeof keys)[number]): Expr => {
  const type = withNullable(value.type, false)
  let other = make.literal(kind)
  while (other.type.nullable) other = make.literal(kind)
  return value.type.nullable ? call("coalesce", [value, { ...other, type }], type) : value
}

const tuple = (random: Random, make: Expressions, depth: number): Expr => {
  const args = random.list(1 + random.int(3), () => make.of(random.pick(members), depth))
  return call("tuple", args, tupleOf(args.map(({ type }) => type)))
}

const map = (random: Random, make: Expressions, depth: number): Expr => {
  const key = random.pick(keys)
  const value = random.pick(members)
  const pairs = random.list(1 + random.int(3), () => [
    known(make, make.of(key, depth), key),
    make.of(value, depth)
  ])
  const [first, second] = pairs[0] ?? []
  const type = mapOf(first?.type ?? scalar("String"), withNullable(second?.type ?? scalar("String"), true))
  return call("map", pairs.flat(), type)
}

/** A value that holds others. */
export const composite = (random: Random, make: Expressions, depth: number): Expr => {
  switch (random.int(6)) {
    case 0:
    case 1:
      return tuple(random, make, depth)
    case 2:
    case 3:
      return map(random, make, depth)
    case 4: {
      const first = tuple(random, make, depth)
      return call("array", random.list(1 + random.int(2), () => first), arrayOf(first.type))
    }
    default: {
      const args = [make.array(random.pick(members), depth), make.of(random.pick(members), depth)]
      return call("tuple", args, tupleOf(args.map(({ type }) => type)))
    }
  }
}

/** A value that was read out of one that holds it. */
export const readThrough = (random: Random, make: Expressions, depth: number): Expr => {
  const held = random.chance(0.4) ? tuple(random, make, depth) : map(random, make, depth)
  if (held.type.kind === "Tuple") {
    const place = random.int(held.type.elements.length)
    return call("tupleElement", [held, int(place + 1)], held.type.elements[place] ?? scalar("String"))
  }
  if (held.type.kind !== "Map" || held._tag !== "Call") return held
  const { key, value } = held.type
  switch (random.int(4)) {
    case 0:
      return call("mapKeys", [held], arrayOf(key))
    case 1:
      return call("mapValues", [held], arrayOf(value))
    case 2:
      return call("arrayLength", [held], scalar("UInt64"))
    default: {
      const kind = keys.find((one) => one === key.kind)
      const [first = int(1)] = held.args
      const asked = kind === undefined || random.chance(0.5) ? first : known(make, make.of(kind, 1), kind)
      return call("mapElement", [held, asked], value)
    }
  }
}

/** Whether two values that hold others, made alike, are equal. */
export const comparison = (random: Random, make: Expressions, depth: number): Expr => {
  const kind = random.pick(members)
  const fn = random.pick(["equals", "notEquals", "isNotDistinct", "isDistinct"])
  return call(fn, [make.array(kind, depth), make.array(kind, depth)], scalar("UInt8"))
}
