import { isComposite, type SqlType } from "../types/SqlType.ts"
import type { Aggregate, Expr, Window } from "./Expr.ts"
import { makeExprNotes } from "./ExprNotes.ts"
import type { SelectPlan } from "./Plan.ts"
import { contains, visitInnerFirst } from "./PlanWalk.ts"
import { decide } from "./Traced.ts"

interface Measure {
  readonly size: number
  readonly depth: number
  /** The first aggregate and the first window in it. */
  readonly aggregate: Aggregate | undefined
  readonly window: Window | undefined
}

const measures = makeExprNotes<Measure>()

/** So many characters of a text count as one node more: engines write it out as often as it is used. */
const nodeText = 100

/** The number of nodes that a text counts for. */
export const textNodes = (text: string): number => 1 + Math.floor(text.length / nodeText)

const typeSizes = new WeakMap<SqlType, number>()

/** The number of types that a type names: engines write those of a tuple or a map out where it is made. */
const typeSize = (type: SqlType): number => {
  if (!isComposite(type)) return 1
  const known = typeSizes.get(type) ?? 1 + innerTypes(type).reduce((sum, inner) => sum + typeSize(inner), 0)
  typeSizes.set(type, known)
  return known
}

const innerTypes = (type: SqlType): ReadonlyArray<SqlType> => {
  switch (type.kind) {
    case "Array":
      return [type.element]
    case "Tuple":
      return type.elements
    case "Map":
      return [type.key, type.value]
    default:
      return []
  }
}

/** A type of no more names is no work. */
const smallType = 8

const ownSize = (expr: Expr): number => {
  if (expr._tag === "Literal") return decide(() => typeof expr.value === "string" ? textNodes(expr.value) : 1)
  if (expr._tag !== "Call" || !isComposite(expr.type)) return 1
  const size = typeSize(expr.type)
  return size > smallType ? size : 1
}

/** Most expressions have none inside them: looking at one is quicker than keeping a note. */
const isLeaf = ({ _tag }: Expr): boolean => _tag === "Literal" || _tag === "Column" || _tag === "Ref"

const leaf = (expr: Expr): Measure => ({ size: ownSize(expr), depth: 1, aggregate: undefined, window: undefined })

const isMeasured = (expr: Expr): boolean => isLeaf(expr) || measures.of(expr) !== undefined

const measureOne = (expr: Expr, inner: ReadonlyArray<Expr>): void => {
  let [size, depth] = [ownSize(expr), 0]
  let aggregate = expr._tag === "Aggregate" ? expr : undefined
  let window = expr._tag === "Window" ? expr : undefined
  for (const child of inner) {
    const known = isLeaf(child) ? undefined : measures.of(child)
    size += known?.size ?? ownSize(child)
    depth = Math.max(depth, known?.depth ?? 1)
    aggregate ??= known?.aggregate
    window ??= known?.window
  }
  measures.note(expr, { size, depth: depth + 1, aggregate, window })
}

const measure = (expr: Expr): Measure => {
  if (isLeaf(expr)) return leaf(expr)
  if (measures.of(expr) === undefined) visitInnerFirst(expr, isMeasured, measureOne)
  return measures.of(expr) ?? leaf(expr)
}

/** The greatest nesting of an expression. */
export const depthOf = (expr: Expr): number => measure(expr).depth

/** The number of nodes of an expression, a node counting as often as it is used, and a long text as several. */
export const sizeOf = (expr: Expr): number => measure(expr).size

/** The first aggregate in the expression. */
export const findAggregate = (expr: Expr): Aggregate | undefined => measure(expr).aggregate

/** The first window in the expression. */
export const findWindow = (expr: Expr): Window | undefined => measure(expr).window

/** Whether a SELECT aggregates: then, without keys, all its rows are one group. */
export const hasAggregate = ({ having, limitBy, orderBy, select }: SelectPlan): boolean =>
  [...select, ...orderBy].some(({ expr }) => findAggregate(expr) !== undefined)
  || (limitBy?.by ?? []).some((expr) => findAggregate(expr) !== undefined)
  || (having !== undefined && findAggregate(having) !== undefined)

/** Constants by which an engine's form may be NULL without what is inside: NULL, and 0 as a divisor. */
const decides = (expr: Expr): boolean =>
  expr.type.kind === "Nothing" || (expr._tag === "Literal" && (expr.value === null || expr.value === 0))

/** Whether all aggregates of a SELECT may be left out of its text, by which its rows would be no group any more. */
export const mayLoseAggregates = ({ having, orderBy, select }: SelectPlan): boolean => {
  const roots = [...[...select, ...orderBy].map(({ expr }) => expr), ...having === undefined ? [] : [having]]
  const isSure = roots.some(({ _tag, type }) => _tag === "Aggregate" && type.kind !== "Nothing")
  return !isSure && roots.some((root) => contains(root, decides))
}
