/** The actors behind a correlation: those of each outcome that have a name. */
import { Effect } from "effect"
import { allOf, named, sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError, QueryRun } from "../../QueryKind.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import { momentOf } from "../../structured/Moments.ts"
import { eachRow } from "../../structured/RunStatement.ts"
import { actionIds, seriesOf } from "../../structured/SeriesNode.ts"
import { aboutEvents, actorRows } from "../actors/ActorRows.ts"
import { type Actors, type ActorSelection, actorSource } from "../actors/ActorSource.ts"
import type { Journeys } from "../funnels/FunnelJourneys.ts"
import { correlationQuery } from "./CorrelationKind.ts"
import type { CorrelationNode } from "./CorrelationNode.ts"
import { amongActors, eachEvent, funnelOutcomes, type Outcome } from "./FunnelOutcomes.ts"

/** Those who did the event or the action in the time in which it counts; undefined: it is not asked for. */
const whoDid = Effect.fnUntraced(
  function*(journeys: Journeys<Outcome>, node: CorrelationNode, selection: ActorSelection, run: QueryRun) {
    const { funnelCorrelationPersonEntity: entity } = selection
    if (entity === undefined || entity === null) return undefined
    const actions = yield* namedActions(actionIds([entity]), run)
    const [series] = seriesOf([entity], actions, momentOf(run, node.modifiers))
    const found = new Set<string>()
    const condition = series?.condition ?? sql`false`
    yield* eachEvent(journeys, node.funnel, { columns: [], condition }, run, (actor) => found.add(actor))
    return found
  }
)

/** Those whose records meet conditions; undefined: there are none. */
const whoHas = Effect.fnUntraced(
  function*(journeys: Journeys<Outcome>, node: CorrelationNode, selection: ActorSelection, run: QueryRun) {
    const { funnelCorrelationPropertyValues: values, path } = selection
    if (values === undefined || values === null) return undefined
    const wrong = aboutEvents(values)
    if (wrong !== undefined) {
      const message = `Persons and groups have no conditions of the type '${wrong.type ?? ""}'.`
      return yield* InvalidInput.at([...path, "funnelCorrelationPropertyValues"], "invalid_value", message)
    }
    const group = node.funnel.aggregation_group_type_index ?? undefined
    const condition = filterCondition(values, momentOf(run, node.modifiers), actorRows(group))
    const statement = group === undefined
      ? sql`SELECT id FROM persons WHERE ${allOf([amongActors(named("id"), journeys), condition])}`
      : sql`SELECT key FROM groups WHERE ${
        allOf([sql`index = ${group}`, amongActors(named("key"), journeys), condition])
      }`
    const found = new Set<string>()
    yield* eachRow(statement, { ...run, modifiers: node.modifiers }, ([id]) => found.add(String(id)))
    return found
  }
)

/** Correlations as a source of actors. */
export const correlationActors = actorSource(correlationQuery, {
  group: ({ funnel: { aggregation_group_type_index: group } }) => group,
  actors: Effect.fnUntraced(function*(node, selection, run): Effect.fn.Return<Actors, QueryError> {
    const journeys = yield* funnelOutcomes(node.funnel, run)
    const did = yield* whoDid(journeys, node, selection, run)
    const has = yield* whoHas(journeys, node, selection, run)
    const converted = selection.funnelCorrelationPersonConverted ?? undefined
    const ids = [...journeys.actors].filter(([actor, { isConverted }]) =>
      (converted === undefined || converted === isConverted)
      && did?.has(actor) !== false && has?.has(actor) !== false
    ).map(([actor]) => actor)
    return { _tag: "Listed", ids: ids.toSorted() }
  })
})
