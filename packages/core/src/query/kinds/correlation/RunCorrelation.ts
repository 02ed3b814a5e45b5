/** Finds what goes with success and with failure. */
import { Effect } from "effect"
import { allOf, always, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { isJsonRecord } from "../../../shared/JsonRecord.ts"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import { eachRow, inTime, joinedRuns, type RanStatement } from "../../structured/RunStatement.ts"
import type { FunnelsNode } from "../funnels/FunnelsNode.ts"
import type { CorrelationNode } from "./CorrelationNode.ts"
import { type Correlations, correlationsOf } from "./Correlations.ts"
import { type CountedNames, countNames, maxNames } from "./CountNames.ts"
import { countedByEngine } from "./EngineCounts.ts"
import { amongActors, eachEvent, funnelOutcomes, totalsOf } from "./FunnelOutcomes.ts"

/** The result of a correlation. */
export interface FoundCorrelations extends Correlations {
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

type Asking = {
  readonly node: CorrelationNode
  readonly journeys: Effect.Success<ReturnType<typeof funnelOutcomes>>
  readonly run: QueryRun
}

type Counting = ReturnType<typeof countNames>

/** Stands for every property of actors. */
const allProperties = "$all"

/** A value as part of a name; lists and objects are none. */
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : undefined

/** The properties of a document as `key::value`. */
const pairsOf = (document: unknown, isMeant: (key: string) => boolean): ReadonlyArray<string> => {
  const read: unknown = typeof document === "string" && document !== "" ? JSON.parse(document) : {}
  return Object.entries(isJsonRecord(read) ? read : {}).flatMap(([key, value]) => {
    const text = isMeant(key) ? textOf(value) : undefined
    return text === undefined || text === "" ? [] : [`${key}::${text}`]
  })
}

/** The names of the funnel's own steps, which are left out. */
const stepNames = ({ actions, series }: FunnelsNode): ReadonlyArray<string> =>
  series.flatMap(({ event, id }) => [
    event ?? "",
    ...actions.get(id ?? 0)?.steps.map((step) => step.event ?? "") ?? []
  ]).filter((name) => name !== "")

const noneOf = (names: ReadonlyArray<string>): Sql => names.length === 0 ? always : sql`event NOT IN ${names}`

/** Holds on the events whose names are compared. */
const comparedEvents = ({ funnel, funnelCorrelationExcludeEventNames: excluded }: CorrelationNode): Sql =>
  noneOf([...stepNames(funnel), ...excluded ?? []])

const events = ({ journeys, node, run }: Asking, counting: Counting) =>
  eachEvent(
    journeys,
    node.funnel,
    { columns: [sql`event`], condition: comparedEvents(node) },
    run,
    (actor, outcome, [event]) => counting.see(actor, outcome, String(event))
  )

const eventsWithProperties = ({ journeys, node, run }: Asking, counting: Counting) => {
  const excluded = new Set(node.funnelCorrelationEventExcludePropertyNames ?? [])
  const condition = sql`event IN ${node.funnelCorrelationEventNames ?? []}`
  return eachEvent(
    journeys,
    node.funnel,
    { columns: [sql`event`, sql`properties`], condition },
    run,
    (actor, outcome, [event, properties]) => {
      for (const pair of pairsOf(properties, (key) => !excluded.has(key))) {
        counting.see(actor, outcome, `${String(event)}::${pair}`)
      }
    }
  )
}

/** The records of actors, as they are now. */
const recordsSql = ({ journeys, node }: Asking): Sql => {
  const group = node.funnel.aggregation_group_type_index ?? undefined
  if (group === undefined) return sql`SELECT id, properties FROM persons WHERE ${amongActors(named("id"), journeys)}`
  const isMeant = allOf([sql`index = ${group}`, amongActors(named("key"), journeys)])
  return sql`SELECT key, properties FROM groups WHERE ${isMeant}`
}

const properties = (asking: Asking, counting: Counting) => {
  const { journeys, node, run } = asking
  const names = new Set(node.funnelCorrelationNames ?? [])
  const excluded = new Set(node.funnelCorrelationExcludeNames ?? [])
  const isMeant = (key: string) => !excluded.has(key) && (names.has(allProperties) || names.has(key))
  return eachRow(recordsSql(asking), { ...run, modifiers: node.modifiers }, ([id, document]) => {
    const outcome = journeys.actors.get(String(id))
    if (outcome === undefined) return
    for (const pair of pairsOf(document, isMeant)) counting.see(String(id), outcome, pair)
  })
}

const countings = { events, properties, event_with_properties: eventsWithProperties }

/** With properties of events a name counts if more than this many actors have it. */
const rare = 2

/** Counts names actor by actor. */
const followed = Effect.fnUntraced(function*(node: CorrelationNode, run: QueryRun) {
  const journeys = yield* funnelOutcomes(node.funnel, run)
  const counting = countNames()
  const ran = yield* countings[node.funnelCorrelationType]({ node, journeys, run }, counting)
  const counted: CountedNames = {
    names: counting.isWhole() ? counting.names() : undefined,
    totals: totalsOf(journeys),
    span: journeys.span,
    ran: joinedRuns([journeys.ran, ran])
  }
  return counted
})

/** Runs a node. */
export const runCorrelation = Effect.fnUntraced(
  function*(node: CorrelationNode, run: QueryRun) {
    const byEngine = node.funnelCorrelationType === "events"
      ? yield* countedByEngine(node.funnel, comparedEvents(node), run)
      : undefined
    const { names, ran, span, totals } = byEngine ?? (yield* followed(node, run))
    if (names === undefined) return yield* new QueryTooLarge({ limit: "rows", most: maxNames })
    const all = [...names]
    const counted = node.funnelCorrelationType === "event_with_properties"
      ? all.filter(([, { converted, left }]) => converted + left > rare)
      : all
    const found: FoundCorrelations = { ...correlationsOf(new Map(counted), totals), span, ran }
    return found
  },
  (whole, _, run) => Effect.timeoutOrElse(whole, inTime(run))
)
