import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import { QueryEngine } from "../query/QueryEngine.ts"
import { selectionOf, unfinished } from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import { keptFrom } from "./EventRetention.ts"
import type { HiddenEvents } from "./EventSelection.ts"
import { hideEvents } from "./HideEvents.ts"

const maxProjects = 10_000

/** The projects of which a plan reads events. */
const projectsOf = (plan: QueryPlan): ReadonlyArray<ProjectId> => [
  ...new Set(scansOf(plan).filter(({ table }) => table === "events").map(({ tenant }) => tenant as ProjectId))
]

const all = { personIds: [], distinctIds: [], events: [], from: null, to: null, until: null }

/** The events that are older than a project keeps them. */
const oldEvents = (days: number | null, now: DateTime.Utc): ReadonlyArray<HiddenEvents> =>
  days === null ? [] : [{ ...all, to: DateTime.toEpochMillis(keptFrom(days, now)) * 1000 as EventTime }]

/**
 * The engine of a storage, which sees neither events of deletions that are not completed nor those that are older than their
 * project keeps them. A project without any has its plans run as they are; the deletions and the setting of a project are
 * known until its definitions change.
 */
const make = Effect.gen(function*() {
  const engine = yield* QueryEngine
  const deletions = yield* DataDeletionRepository
  const projects = yield* ProjectRepository

  const load = Effect.fnUntraced(function*(id: ProjectId) {
    const pending = yield* deletions.all(id, unfinished)
    const project = Option.getOrUndefined(yield* projects.find(id))
    return {
      deleted: pending.flatMap((one): ReadonlyArray<HiddenEvents> => {
        const selection = selectionOf(one)
        return selection === undefined ? [] : [selection]
      }),
      retentionDays: project?.events_retention_days ?? null
    }
  })

  const known = yield* makeVersionedCache({
    realm: (project: ProjectId) => project,
    load,
    isKept: () => true,
    capacity: maxProjects
  })

  const hiddenOf = Effect.fnUntraced(function*(project: ProjectId) {
    const { deleted, retentionDays } = yield* known.get(project)
    return [...deleted, ...oldEvents(retentionDays, yield* DateTime.now)]
  })

  const hidden = Effect.fnUntraced(function*(plan: QueryPlan) {
    const selections = new Map<number, ReadonlyArray<HiddenEvents>>()
    for (const project of projectsOf(plan)) {
      const own = yield* hiddenOf(project)
      if (own.length > 0) selections.set(project, own)
    }
    return selections.size === 0 ? plan : hideEvents(plan, (tenant) => selections.get(tenant) ?? [])
  })

  return QueryEngine.of({
    run: (plan, options) => Effect.flatMap(hidden(plan), (seen) => engine.run(seen, options)),
    stream: (plan, options) => Stream.unwrap(Effect.map(hidden(plan), (seen) => engine.stream(seen, options))),
    estimate: (plan) => Effect.flatMap(hidden(plan), engine.estimate)
  })
})

/** Stands before the engine of a storage. */
export const layer: Layer.Layer<
  QueryEngine,
  never,
  DataDeletionRepository | DefinitionsVersions | ProjectRepository | QueryEngine
> = Layer.effect(QueryEngine, make)
