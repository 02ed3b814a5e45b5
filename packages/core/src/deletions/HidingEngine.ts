import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { scansOf } from "@hedgerow/sql/plan/PlanWalk"
import { Effect, Layer, Stream } from "effect"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache } from "../caching/VersionedCache.ts"
import type { ProjectId } from "../identity/Project.ts"
import { QueryEngine } from "../query/QueryEngine.ts"
import { selectionOf, unfinished } from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import type { EventSelection } from "./EventSelection.ts"
import { hideEvents } from "./HideEvents.ts"

const maxProjects = 10_000

/** The projects of which a plan reads events. */
const projectsOf = (plan: QueryPlan): ReadonlyArray<ProjectId> => [
  ...new Set(scansOf(plan).filter(({ table }) => table === "events").map(({ tenant }) => tenant as ProjectId))
]

/**
 * The engine of a storage, which does not see events of deletions that are not completed. A project without any has its
 * plans run as they are; the deletions of a project are known until its definitions change.
 */
const make = Effect.gen(function*() {
  const engine = yield* QueryEngine
  const deletions = yield* DataDeletionRepository
  const pending = yield* makeVersionedCache({
    realm: (project: ProjectId) => project,
    load: (project) =>
      Effect.map(deletions.all(project, unfinished), (all) => all.flatMap((one) => selectionOf(one) ?? [])),
    isKept: () => true,
    capacity: maxProjects
  })

  const hidden = Effect.fnUntraced(function*(plan: QueryPlan) {
    const selections = new Map<number, ReadonlyArray<EventSelection>>()
    for (const project of projectsOf(plan)) {
      const own = yield* pending.get(project)
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
  DataDeletionRepository | DefinitionsVersions | QueryEngine
> = Layer.effect(QueryEngine, make)
