/** Runs queries of paths: one pass over the steps of each actor. */
import { Effect } from "effect"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { Row } from "../../sql/Cell.ts"
import type { Span } from "../../structured/DateRange.ts"
import { overridden, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { eachRow, type RanStatement } from "../../structured/RunStatement.ts"
import { makePathEdges, type PathEdge } from "./PathEdges.ts"
import { makePathPass } from "./PathPass.ts"
import type { PathShape, PathStep } from "./PathShape.ts"
import type { PathsFilter, PathsQuery } from "./PathsNode.ts"
import { pathsSpan, stepsSql } from "./PathsSql.ts"

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
  readonly span: Span
}

/** Gives the path of each session of each actor to `found`. */
export const eachPath = Effect.fnUntraced(
  function*(node: PathsQuery, run: QueryRun, found: (path: ReadonlyArray<PathStep>, actor: string) => void) {
    const moment = momentOf(run, node.modifiers)
    const pass = makePathPass(shapeOf(node.pathsFilter ?? {}), found)
    const see = ([actor, time, item]: Row) => pass.see(String(actor), { item: String(item), time: Number(time) })
    const ran = yield* eachRow(stepsSql(node, run.project, moment), { ...run, modifiers: node.modifiers }, see)
    pass.end()
    return ran
  }
)

/** Runs a node. */
export const runPaths = Effect.fnUntraced(function*(sent: PathsQuery, run: QueryRun) {
  const node = overridden(sent, run.overrides)
  const filter = node.pathsFilter ?? {}
  const edges = makePathEdges(maxEdges)
  let isWhole = true
  const ran = yield* eachPath(node, run, (path) => {
    isWhole &&= edges.see(path)
  })
  if (!isWhole) return yield* new QueryTooLarge({ limit: "rows", most: maxEdges })
  const scale = sampleScale(node)
  const limits = {
    edges: filter.edgeLimit ?? defaults.edges,
    least: filter.minEdgeWeight ?? 0,
    most: filter.maxEdgeWeight ?? Number.POSITIVE_INFINITY
  }
  const results = edges.edges(limits).map((edge) => ({ ...edge, value: edge.value * scale }))
  const found: FoundPaths = { results, ran, span: pathsSpan(node, momentOf(run, node.modifiers)) }
  return found
})
