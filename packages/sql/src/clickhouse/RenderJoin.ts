import type { Call, Expr, Source } from "../plan/Plan.ts"
import { aliasesOf, argument, sourcesRead } from "../plan/PlanWalk.ts"
import { conjuncts } from "./Conjuncts.ts"
import type { ExprRenderer } from "./ExprRenderer.ts"
import type { Statement } from "./RenderScan.ts"

type Join = Extract<Source, { readonly _tag: "Join" }>

const isOf = (expr: Expr, aliases: ReadonlySet<string>): boolean => {
  const read = sourcesRead(expr)
  return read.length > 0 && read.every((alias) => aliases.has(alias))
}

/** Whether each side of the comparison reads one side of the join, so that rows can be found by hash. */
const isKey = (part: Expr, left: ReadonlySet<string>, right: ReadonlySet<string>): part is Call => {
  if (part._tag !== "Call") return false
  if (part.fn !== "equals" && part.fn !== "isNotDistinct") return false
  const [a, b] = [argument(part, 0), argument(part, 1)]
  return (isOf(a, left) && isOf(b, right)) || (isOf(a, right) && isOf(b, left))
}

/** Hashing distinguishes the zeros and holds NaN equal to itself: the zeros become one, and NaN is ruled out. */
const renderKey = (part: Call, r: ExprRenderer): string => {
  const [a, b] = [argument(part, 0), argument(part, 1)]
  const [x, y] = [r.value(a), r.value(b)]
  const operator = part.fn === "equals" ? "=" : "IS NOT DISTINCT FROM"
  if (a.type.kind !== "Float64") return `${x} ${operator} ${y}`
  return `(${x} + 0.0) ${operator} (${y} + 0.0) AND NOT ifNull(isNaN(${x}), 0)`
}

/** A part that turns out to be a constant NULL would be forgotten by ClickHouse. */
const renderRest = (part: Expr, r: ExprRenderer): string => `ifNull(${r.holds(part)}, 0)`

const leftmost = (source: Source): string => {
  if (source._tag === "ArrayJoin") return leftmost(source.source)
  return source._tag === "Join" ? leftmost(source.left) : source.alias
}

/** The inequality of an asof join, which ClickHouse wants as it is. */
const isNearest = (join: Join, part: Expr, all: ReadonlyArray<Expr>): part is Call =>
  (join.kind === "asof" || join.kind === "left asof") && part === all.at(-1) && part._tag === "Call"

const operators: Readonly<Record<string, string>> = {
  less: "<",
  lessOrEquals: "<=",
  greater: ">",
  greaterOrEquals: ">="
}

const renderNearest = (part: Call, r: ExprRenderer): string =>
  `${r.value(argument(part, 0))} ${operators[part.fn] ?? "="} ${r.value(argument(part, 1))}`

/**
 * The condition of a join. ClickHouse wants a key to hash by; a condition without one gets the constant `one` of both
 * sides. The leftmost source of a join is never the empty side of another.
 */
export const renderOn = (join: Join, { sources }: Statement, r: ExprRenderer): string => {
  const [left, right] = [new Set(aliasesOf(join.left)), new Set(aliasesOf(join.right))]
  const all = join.on === undefined ? [] : conjuncts(join.on)
  const keys = all.filter((part) => isKey(part, left, right))
  const found = all.map((part) => {
    if (isNearest(join, part, all)) return renderNearest(part, r)
    return isKey(part, left, right) ? renderKey(part, r) : renderRest(part, r)
  })
  const one = (source: Source): string => sources.one(leftmost(source))
  return (keys.length > 0 ? found : [`${one(join.left)} = ${one(join.right)}`, ...found]).join(" AND ")
}
