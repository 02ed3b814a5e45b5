import { Effect, Option } from "effect"
import type { Caller } from "../access/Caller.ts"
import type { ActionId } from "../actions/Action.ts"
import { ActionRepository } from "../actions/ActionRepository.ts"
import { Actions } from "../actions/Actions.ts"
import type { Editing } from "../entities/Changes.ts"
import { is } from "../entities/Where.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import type { SavedMetricId } from "../experiments/saved-metrics/SavedMetric.ts"
import { SavedMetricRepository } from "../experiments/saved-metrics/SavedMetricRepository.ts"
import { SavedMetrics } from "../experiments/saved-metrics/SavedMetrics.ts"
import { type IdMap, makeCohortCopying } from "../flags/copying/CopyCohorts.ts"
import { makeGroupTypeCopying } from "../flags/copying/CopyGroupTypes.ts"
import { FeatureFlags } from "../flags/FeatureFlags.ts"
import { FeatureFlagRepository } from "../flags/model/FeatureFlagRepository.ts"
import { flagByKey } from "../flags/model/FlagFilter.ts"
import type { Project } from "../identity/Project.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { type NamedIdMaps, type NamedIds, namedIn, namedKinds, withNamed } from "./NamedRecords.ts"
import type { PromotedThing } from "./Promotion.ts"

/** The projects of a promotion, and who makes it. */
export interface Way {
  readonly caller: Caller
  readonly from: Project
  readonly into: Editing
}

/** A body that names records of the source. */
interface NamingBody {
  readonly body: JsonRecord
  /** A flag that is copied switched off, where the target has none of its key. */
  readonly ownFlag: FeatureFlagId | undefined
}

const noFreeGroupType = InvalidInput.at([], "invalid_input", "The project has no room for another group type.")

const union = (all: ReadonlyArray<NamedIds>): NamedIds => ({
  actions: new Set(all.flatMap(({ actions }) => [...actions])),
  cohorts: new Set(all.flatMap(({ cohorts }) => [...cohorts])),
  flags: new Set(all.flatMap(({ flags }) => [...flags])),
  metrics: new Set(all.flatMap(({ metrics }) => [...metrics]))
})

/** Makes the records that a body names in another project. One that is there, of the same key or name, is used as it is. */
export const makeNamedCopying = Effect.gen(function*() {
  const actionRepository = yield* ActionRepository
  const actions = yield* Actions
  const metricRepository = yield* SavedMetricRepository
  const metrics = yield* SavedMetrics
  const flagRepository = yield* FeatureFlagRepository
  const flags = yield* FeatureFlags
  const copyCohorts = yield* makeCohortCopying
  const copyGroupTypes = yield* makeGroupTypeCopying

  /** The named actions and metrics of the source, and everything that the body and they name. */
  const sourcesOf = Effect.fnUntraced(function*(from: Project, body: JsonRecord) {
    const direct = namedIn(body)
    const ofMetrics = yield* metricRepository.findMany(from.id, [...direct.metrics].map((id) => id as SavedMetricId))
    const second = union([direct, ...ofMetrics.map(({ query }) => namedIn(query))])
    const found = yield* actionRepository.findMany(from.id, [...second.actions].map((id) => id as ActionId))
    const ofActions = found.filter(({ deleted }) => !deleted)
    const named = union([second, ...ofActions.map(({ steps }) => namedIn({ steps }))])
    return { named, ofActions, ofMetrics }
  })

  const flagThere = (into: Project, key: string) =>
    Effect.map(flagRepository.first(into.id, flagByKey(key)), Option.getOrUndefined)

  /** The flags of the source, with those that they depend on, where the target has none of the key. */
  const copyFlags = Effect.fnUntraced(function*(
    { caller, from, into }: Way,
    ids: ReadonlySet<number>,
    ownFlag: FeatureFlagId | undefined
  ) {
    const wanted = new Set([...ids, ...(ownFlag === undefined ? [] : [ownFlag])].map((id) => id as FeatureFlagId))
    const map = new Map<number, number>()
    const things: Array<PromotedThing> = []
    for (const flag of yield* flagRepository.findMany(from.id, [...wanted])) {
      if (flag.deleted) continue
      const known = yield* flagThere(into.project, flag.key)
      if (known !== undefined) {
        things.push({
          type: "feature_flag",
          action: "unchanged",
          source_id: flag.id,
          id: known.id,
          key: flag.key,
          changes: []
        })
      } else {
        const body = { target_project_ids: [into.project.id], disable: flag.id === ownFlag }
        const [copy] = yield* flags.copyToProjects(caller, from, flag.id, body)
        things.push(...copy?.things ?? [])
      }
      map.set(flag.id, known?.id ?? (yield* flagThere(into.project, flag.key))?.id ?? flag.id)
    }
    return { map, things }
  })

  const copyActions = Effect.fnUntraced(function*(
    into: Editing,
    sources: Effect.Success<ReturnType<typeof sourcesOf>>["ofActions"],
    translate: (body: JsonRecord) => JsonRecord
  ) {
    const map = new Map<number, number>()
    const things: Array<PromotedThing> = []
    for (const { description, id, name, steps, tags } of sources) {
      const known = name === null || name === ""
        ? undefined
        : Option.getOrUndefined(yield* actionRepository.first(into.project.id, { where: is("name", name) }))
      const body = translate({ name, description, tags, steps })
      const there = known?.id ?? (yield* actions.create(into, body)).id
      map.set(id, there)
      const action = known === undefined ? "create" : "unchanged"
      things.push({ type: "action", action, source_id: id, id: there, key: name ?? "", changes: [] })
    }
    return { map, things }
  })

  const copyMetrics = Effect.fnUntraced(function*(
    into: Editing,
    sources: Effect.Success<ReturnType<typeof sourcesOf>>["ofMetrics"],
    translate: (body: JsonRecord) => JsonRecord
  ) {
    const map = new Map<number, number>()
    const things: Array<PromotedThing> = []
    for (const { description, id, name, query, tags } of sources) {
      const found = yield* metricRepository.first(into.project.id, { where: is("name", name) })
      const known = Option.getOrUndefined(found)
      const body = { name, description, tags, query: translate(query) }
      const there = known?.id ?? (yield* metrics.create(into, body)).id
      map.set(id, there)
      const action = known === undefined ? "create" : "unchanged"
      things.push({ type: "experiment_saved_metric", action, source_id: id, id: there, key: name, changes: [] })
    }
    return { map, things }
  })

  /** The body as the target has it, and what became of the records that it names. */
  return Effect.fnUntraced(function*(way: Way, { body, ownFlag }: NamingBody) {
    const { from, into } = way
    const { named, ofActions, ofMetrics } = yield* sourcesOf(from, body)
    const numbered = yield* copyGroupTypes(from.id, into.project.id, body)
    if (numbered === undefined) return yield* noFreeGroupType
    const flagCopies = yield* copyFlags(way, named.flags, ownFlag)
    const cohorts = yield* copyCohorts(from.id, into, [...named.cohorts])
    const none: IdMap = new Map()
    const first: NamedIdMaps = { actions: none, metrics: none, flags: flagCopies.map, cohorts: cohorts.map }
    const actionCopies = yield* copyActions(into, ofActions, (one) => withNamed(one, first))
    const second: NamedIdMaps = { ...first, actions: actionCopies.map }
    const metricCopies = yield* copyMetrics(into, ofMetrics, (one) => withNamed(one, second))
    const things = [...flagCopies.things, ...cohorts.things, ...actionCopies.things, ...metricCopies.things]
    return { body: numbered, maps: { ...second, metrics: metricCopies.map }, things }
  })
})

const typeOf = {
  actions: "action",
  cohorts: "cohort",
  flags: "feature_flag",
  metrics: "experiment_saved_metric"
} as const

const idOf = (thing: PromotedThing): string => `${thing.type} ${String(thing.id)}`

/** What can be shown of things that are taken back: none of the ids that they had meanwhile. */
export const withoutTakenBack = (things: ReadonlyArray<PromotedThing>, maps: NamedIdMaps) => {
  const gone = new Set(things.filter(({ action }) => action === "create").map(idOf))
  const shownMap = (kind: keyof NamedIdMaps): IdMap =>
    new Map([...maps[kind]].map(([source, id]) => [source, gone.has(`${typeOf[kind]} ${String(id)}`) ? null : id]))
  const shownMaps = Object.fromEntries(namedKinds.map((kind) => [kind, shownMap(kind)]))
  return {
    maps: shownMaps as Readonly<Record<keyof NamedIdMaps, IdMap>>,
    things: things.map((thing) => gone.has(idOf(thing)) ? { ...thing, id: null } : thing)
  }
}
