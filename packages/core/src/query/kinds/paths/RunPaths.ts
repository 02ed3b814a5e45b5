/** Runs queries of paths: one pass over the steps of each actor. */
import type { Row } from "@hedgerow/sql/types/Cell"
import { Effect } from "effect"
import type { EventTime } from "../../../events/EventTime.ts"
import { allOf, always, sql } from "../../../filters/SqlFragment.ts"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actorColumn, type ClosedSpan, closedSpan, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { eachRow, inTime, joinedRuns, type RanStatement, runStatement } from "../../structured/RunStatement.ts"
import { canCount, edgeOf, edgesSql } from "./EdgesSql.ts"
import { funnelGap, type FunnelOfPaths, type PathWindow, pathWindows } from "./FunnelPaths.ts"
import { type EdgeLimits, makePathEdges, reachable } from "./PathEdges.ts"
import { makePathPass } from "./PathPass.ts"
import type { PathEdge } from "./PathsAnswer.ts"
import type { PathShape, PathStep } from "./PathShape.ts"
import type { PathsFilter, PathsNode } from "./PathsNode.ts"
import { stepCondition, stepsInOrder, stepsSql } from "./PathsSql.ts"
import { pointedStepsInOrder } from "./PointsSql.ts"

const defaults = { steps: 5, edges: 50 }

/** At most this many different edges are counted: more of them are no picture, and need grouping. */
const maxEdges = 500_000

const halfAnHour = 30 * 60_000_000

const shapeOf = ({ endPoint, startPoint, stepLimit }: PathsFilter, funnel: FunnelOfPaths | undefined): PathShape => ({
  start: (startPoint ?? "") === "" ? undefined : startPoint ?? undefined,
  end: (endPoint ?? "") === "" ? undefined : endPoint ?? undefined,
  keepsLast: funnel?.type === "funnel_path_before_step",
  steps: stepLimit ?? defaults.steps,
  gap: funnel === undefined ? halfAnHour : funnelGap(funnel)
})

/** At most this many actors are named in a statement. */
const mostNamed = 1_000

/** Of which actors the events count, and when; the engine leaves out what it can. */
const aroundFunnel = Effect.fnUntraced(function*(node: PathsNode, run: QueryRun) {
  if (node.funnel === undefined) return undefined
  const { actors, ran } = yield* pathWindows(node.funnel, run)
  let [from, to] = actors.size === 0 ? [-Infinity, Infinity] : [Infinity, -Infinity]
  for (const window of actors.values()) [from, to] = [Math.min(from, window.from), Math.max(to, window.to)]
  const isAmong = actors.size > mostNamed ? always : sql`${actorColumn(node)} IN ${[...actors.keys()]}`
  const counts = (actor: string, time: number): boolean => {
    const window = actors.get(actor)
    return window !== undefined && time >= window.from && time <= window.to
  }
  return { condition: actors.size === 0 ? sql`false` : isAmong, counts, ran, from, to }
})

/** The part of the span in which events can count; of none its last instant. */
const within = (span: ClosedSpan, around: PathWindow | undefined): ClosedSpan => {
  if (around === undefined) return span
  const from = Math.min(Math.max(span.from, around.from), span.to) as EventTime
  return { from, to: Math.max(Math.min(span.to, around.to), from) as EventTime }
}

/** The answer, the statement that it came from, and the time that it is about. */
export interface FoundPaths {
  readonly results: ReadonlyArray<PathEdge>
  readonly ran: RanStatement
  readonly span: ClosedSpan
}

/** Gives the path of each session of each actor to `found`. */
export const eachPath = Effect.fnUntraced(
  function*(node: PathsNode, run: QueryRun, found: (path: ReadonlyArray<PathStep>, actor: string) => void) {
    const moment = momentOf(run, node.modifiers)
    const shape = shapeOf(node.pathsFilter ?? {}, node.funnel)
    const pass = makePathPass(shape, found)
    const around = yield* aroundFunnel(node, run)
    const see = ([who, at, item]: Row) => {
      const [actor, time] = [String(who), Number(at)]
      if (around === undefined || around.counts(actor, time)) pass.see(actor, { item: String(item), time })
    }
    const condition = stepCondition(node, run.project, moment)
    const timed = { ...run, moment, modifiers: node.modifiers }
    const span = yield* closedSpan(node, "day", condition, timed)
    const steps = stepsSql(node, allOf([condition, around?.condition ?? always]), within(span, around))
    const hasPoints = shape.start !== undefined || shape.end !== undefined
    // Around a funnel only some of an actor's steps are those of its sessions.
    const ordered = around === undefined && hasPoints ? pointedStepsInOrder(steps, shape) : stepsInOrder(steps)
    const ran = yield* eachRow(ordered, timed, see)
    pass.end()
    return { ran: around === undefined ? ran : joinedRuns([around.ran, ran]), span }
  },
  (whole, _, run) => Effect.timeoutOrElse(whole, inTime(run))
)

/** The edges that the engine counts. */
const countedEdges = Effect.fnUntraced(
  function*(node: PathsNode, shape: PathShape, limits: EdgeLimits, run: QueryRun) {
    const moment = momentOf(run, node.modifiers)
    const condition = stepCondition(node, run.project, moment)
    const timed = { ...run, moment, modifiers: node.modifiers }
    const span = yield* closedSpan(node, "day", condition, timed)
    const scale = sampleScale(node)
    const statement = edgesSql(stepsSql(node, condition, span), shape, limits, scale)
    const { rows, ...ran } = yield* runStatement(statement, timed)
    const found: FoundPaths = { results: reachable(rows.map((row) => edgeOf(row, scale))), ran, span }
    return found
  }
)

/** The edges of paths that are followed step by step. */
const followedEdges = Effect.fnUntraced(function*(node: PathsNode, limits: EdgeLimits, run: QueryRun) {
  const edges = makePathEdges(maxEdges)
  let isWhole = true
  const { ran, span } = yield* eachPath(node, run, (path) => {
    isWhole &&= edges.see(path)
  })
  if (!isWhole) return yield* new QueryTooLarge({ limit: "rows", most: maxEdges })
  const found: FoundPaths = { results: edges.edges(limits, sampleScale(node)), ran, span }
  return found
})

/** Runs a node. */
export const runPaths = (node: PathsNode, run: QueryRun) => {
  const filter = node.pathsFilter ?? {}
  const limits: EdgeLimits = {
    edges: filter.edgeLimit ?? defaults.edges,
    least: filter.minEdgeWeight ?? 0,
    most: filter.maxEdgeWeight ?? Number.POSITIVE_INFINITY
  }
  const shape = shapeOf(filter, node.funnel)
  return node.funnel === undefined && canCount(shape)
    ? countedEdges(node, shape, limits, run)
    : followedEdges(node, limits, run)
}
