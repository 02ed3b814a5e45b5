import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { EventKeys } from "@hedgerow/core/events/EventKeys"
import { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { propertySighting, sighting, update } from "../definitions/DefinitionUpdates.ts"
import { newPerson, personChanges } from "../fixtures.ts"

const at = EventTime.make(1_700_000_000_000_000)

/** One change in each repository, all of the same project. */
export const steps = Effect.fnUntraced(function*(project: ProjectId) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const keys = yield* EventKeys
  const definitions = yield* DefinitionRepository
  const batch = deriveUuid(project, "batch")
  const company = { project_id: project, group_type_index: 0, group_key: "oak", properties: {} } as const
  return [
    persons.apply(project, newPerson(project, ["a", "b"])).uncaptured,
    groups.ensureTypes(project, ["company"]),
    groups.save(project, [new Group({ ...company, created_at: at, updated_at: at })]).uncaptured,
    keys.claim(batch, [{ project_id: project, uuid: deriveUuid(project, "event") }]),
    keys.confirm(batch),
    definitions.learn(
      project,
      update({ events: [sighting(project, "gate")], properties: [propertySighting(project, "side")] })
    ),
    persons.apply(
      project,
      personChanges({ merged: [{ from: deriveUuid(project, "a"), into: deriveUuid(project, "c") }] })
    ).uncaptured
  ] as const
})

/** The contents of the project's repositories that `steps` change. */
export const snapshot = Effect.fnUntraced(function*(project: ProjectId) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const keys = yield* EventKeys
  const definitions = yield* DefinitionRepository
  const page = { limit: 10, offset: 0 }
  return {
    a: yield* persons.findByDistinctId(project, "a"),
    aIds: [...(yield* persons.distinctIdsOf(project, deriveUuid(project, "a")))].toSorted(),
    types: [...(yield* groups.types(project))],
    groups: (yield* groups.lock(project, [{ index: 0, key: "oak" }])).length,
    confirmed: (yield* keys.confirmed([{ project_id: project, uuid: deriveUuid(project, "event") }])).length,
    events: (yield* definitions.listEvents(project, {}, 0, page)).count,
    properties: (yield* definitions.listProperties(project, { kind: "event" }, page)).count
  }
})

/** The snapshot of a project that no step changed. */
export const untouched = { a: undefined, aIds: [], types: [], groups: 0, confirmed: 0, events: 0, properties: 0 }

/** The first `count` steps, then what ends the transaction. */
export const stepsThen = <A, E, R>(project: ProjectId, count: number, end: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    for (const step of (yield* steps(project)).slice(0, count)) yield* step
    return yield* end
  })
