import type { AstExpr, FrameBound, WindowSpec } from "../ast/Ast.ts"
import { callOf } from "../ast/AstCall.ts"
import type { Frame, Order } from "../plan/Plan.ts"
import { isNumeric, type SqlType } from "../types/SqlType.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** The offset of the frame's end from the current row, in rows. */
const reachOf = (bound: FrameBound): number => {
  if (bound.kind === "current row") return 0
  const rows = bound.count === "unbounded" ? Infinity : bound.count
  return bound.kind === "preceding" ? -rows : rows
}

/**
 * Whether the row at a distance from the current one is in its frame, as long as there is one; undefined if rows
 * decide.
 */
export const isInFrame = ({ frame, orderBy }: WindowSpec, rows: number): boolean | undefined => {
  const isWhole = frame === undefined && orderBy.length === 0
  const [start, end] = frame === undefined
    ? [-Infinity, isWhole ? Infinity : 0]
    : [reachOf(frame.start), frame.end === undefined ? 0 : reachOf(frame.end)]
  if (frame?.unit === "rows" || isWhole) return start <= rows && rows <= end
  const isKnown = rows < 0 ? start === -Infinity && end >= 0 : end === Infinity && start <= 0
  return isKnown ? true : undefined
}

/** Functions of the whole partition have no frame. */
const unframed: ReadonlySet<string> = new Set(["rowNumber", "rank", "denseRank", "lag", "lead"])

/** The frame of the window of a function. */
export const frameOf = (
  { frame, ...spec }: WindowSpec,
  orderBy: ReadonlyArray<Order>,
  fn: string
): Frame | undefined => {
  if (frame === undefined || unframed.has(fn)) return undefined
  const [term, ...others] = orderBy
  if ([frame.start, frame.end].some((bound) => bound !== undefined && isFar(bound))) {
    return refuse(`A frame reaches ${mostRows} at most, or is UNBOUNDED`, spec)
  }
  if (hasCounts(frame) && (term === undefined || others.length > 0 || !isNumeric(term.expr.type))) {
    return refuse("A RANGE of n PRECEDING or FOLLOWING needs one number, date or time to order by", spec)
  }
  return { unit: frame.unit, start: frame.start, end: frame.end ?? { kind: "current row" } }
}

/** The greatest reach of a frame: ClickHouse counts in 32 bits. */
const mostRows = 2_147_483_647

const hasCount = (bound: FrameBound): boolean => bound.kind !== "current row" && bound.count !== "unbounded"

const isFar = (bound: FrameBound): boolean =>
  bound.kind !== "current row" && bound.count !== "unbounded" && bound.count > mostRows

const hasCounts = (frame: NonNullable<WindowSpec["frame"]>): boolean =>
  frame.unit === "range" && [frame.start, frame.end].some((bound) => bound !== undefined && hasCount(bound))

/** Days and instants that a RANGE counts in days and seconds are ordered by numbers of days and seconds. */
export const counted = (spec: WindowSpec, typeOf: (ast: AstExpr) => SqlType): WindowSpec => {
  const { frame, orderBy: [term, ...others] } = spec
  if (frame === undefined || term === undefined || others.length > 0 || !hasCounts(frame)) return spec
  const { kind } = typeOf(term.expr)
  if (kind !== "Date" && kind !== "DateTime64") return spec
  const million: AstExpr = { _tag: "Number", text: "1000000", start: term.start, end: term.end }
  const expr = kind === "Date"
    ? callOf("toModifiedJulianDay", [term.expr], term)
    : callOf("divide", [callOf("toUnixTimestamp64Micro", [term.expr], term), million], term)
  return { ...spec, orderBy: [{ ...term, expr }] }
}
