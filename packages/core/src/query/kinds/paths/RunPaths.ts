/** Runs queries of paths: one pass over the steps of each actor. */
import { Effect } from "effect"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { Row } from "../../sql/Cell.ts"
import { type ClosedSpan, closedSpan, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { eachRow, type RanStatement } from "../../structured/RunStatement.ts"
import { makePathEdges, type PathEdge } from "./PathEdges.ts"
import { makePathPass } from "./PathPass.ts"
import type { PathShape, PathStep } from "./PathShape.ts"
import type { PathsFilter, PathsNode } from "./PathsNode.ts"
import { stepCondition, stepsSql } from "./PathsSql.ts"

const defaults = { steps: 5, edges: 50 }

/** So many different edges are counted at most: more of them are no picture, and need grouping. */
const maxEdges = 500_000

const halfAnHour = 30 * 60_000_000

const shapeOf = ({ endPoint, startPoint, stepLimit }: PathsFilter): PathShape => ({
  start: (startPoint ?? "") === "" ? undefined : startPoint ?? undefined,
  end: (endPoint ?? "") === "" ? undefined : endPoint ?? undefined,
  steps: stepLimit ?? defaults.steps,
  gap: halfAnHour
})

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
    const pass = makePathPass(shapeOf(node.pathsFilter ?? {}), found)
    const see = ([actor, time, item]: Row) => pass.see(String(actor), { item: String(item), time: Number(time) })
    const condition = stepCondition(node, run.project, moment)
    const timed = { ...run, moment, modifiers: node.modifiers }
    const span = yield* closedSpan(node, "day", condition, timed)
    const ran = yield* eachRow(stepsSql(node, condition, span), timed, see)
    pass.end()
    return { ran, span }
  }
)

/** Runs a node. */
export const runPaths = Effect.fnUntraced(function*(node: PathsNode, run: QueryRun) {
  const filter = node.pathsFilter ?? {}
  const edges = makePathEdges(maxEdges)
  let isWhole = true
  const { ran, span } = yield* eachPath(node, run, (path) => {
    isWhole &&= edges.see(path)
  })
  if (!isWhole) return yield* new QueryTooLarge({ limit: "rows", most: maxEdges })
  const scale = sampleScale(node)
  const limits = {
    edges: filter.edgeLimit ?? defaults.edges,
    least: filter.minEdgeWeight ?? 0,
    most: filter.maxEdgeWeight ?? Number.POSITIVE_INFINITY
  }
  const results = edges.edges(limits, scale)
  const found: FoundPaths = { results, ran, span }
  return found
})
