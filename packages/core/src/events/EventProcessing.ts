import { Effect, Metric } from "effect"
import type { ProjectId } from "../access/Project.ts"
import {
  groupTypeNames,
  type GroupTypes,
  groupTypeWarnings,
  groupUpdates,
  processGroups
} from "../persons/GroupProcessing.ts"
import { GroupRepository } from "../persons/GroupRepository.ts"
import { distinctIdsOf } from "../persons/PersonEvents.ts"
import { processPersons } from "../persons/PersonProcessing.ts"
import { type PersonChanges, PersonRepository } from "../persons/PersonRepository.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { CapturedEvent } from "./CapturedEvent.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import { EventKeys } from "./EventKeys.ts"
import { eventRow } from "./EventRow.ts"
import { now } from "./EventTime.ts"
import { EventWriter } from "./EventWriter.ts"
import type { WarningLog } from "./IngestionWarnings.ts"
import { LearntDefinitions } from "./LearntDefinitions.ts"

/** A captured event and the project it belongs to. */
export interface ProjectEvent {
  readonly project: ProjectId
  readonly event: CapturedEvent
}

const ingested = Metric.counter("hedgerow_ingested_events_total", {
  description: "Events stored",
  incremental: true
})
const duplicates = Metric.counter("hedgerow_duplicate_events_total", {
  description: "Events that were stored before",
  incremental: true
})

/** A project has at most so many group types. */
const maxGroupTypes = 5

const identityOf = (project: ProjectId, uuid: string): string => `${project}/${uuid}`

const hasChanges = (changes: PersonChanges): boolean =>
  changes.upserted.length + changes.assigned.length + changes.merged.length + changes.overridden.length > 0

/** Each event once, the first of those with one identity. */
const firstOfEach = (events: ReadonlyArray<ProjectEvent>): ReadonlyMap<string, ProjectEvent> => {
  const first = new Map<string, ProjectEvent>()
  for (const item of events) {
    const identity = identityOf(item.project, item.event.uuid)
    if (!first.has(identity)) first.set(identity, item)
  }
  return first
}

/**
 * Takes captured events through everything that happens before the acknowledgement: known duplicates are left out, person
 * and group changes commit, names are learnt, then the events are written. Safe to repeat with the same events.
 */
export const makeEventProcessing = Effect.fnUntraced(function*(warn: WarningLog) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const definitions = yield* DefinitionRepository
  const transaction = yield* Transaction
  const keys = yield* EventKeys
  const writer = yield* EventWriter
  const learnt = new LearntDefinitions()
  const knownTypes = new Map<ProjectId, GroupTypes>()

  const withoutStored = Effect.fnUntraced(function*(events: ReadonlyArray<ProjectEvent>) {
    const wanted = new Map(firstOfEach(events))
    const asked = [...wanted.values()].map(({ event, project }) => ({ project_id: project, uuid: event.uuid }))
    for (const key of yield* keys.confirmed(asked)) wanted.delete(identityOf(key.project_id, key.uuid))
    return [...wanted.values()]
  })

  const typesOf = (project: ProjectId, names: ReadonlyArray<string>) => {
    const known: GroupTypes = knownTypes.get(project) ?? new Map()
    const isEnough = known.size >= maxGroupTypes || names.every((name) => known.has(name))
    return isEnough ? Effect.succeed(known) : groups.ensureTypes(project, names)
  }

  const changeGroups = Effect.fnUntraced(function*(
    project: ProjectId,
    types: GroupTypes,
    events: ReadonlyArray<CapturedEvent>
  ) {
    const updates = groupUpdates(types, events)
    if (updates.length === 0) return
    const wanted = new Map(updates.map(({ index, key }) => [`${index}/${key}`, { index, key }]))
    const stored = yield* groups.lock(project, [...wanted.values()])
    const changed = processGroups(project, stored, updates, yield* now)
    if (changed.length > 0) yield* groups.save(project, changed)
  })

  const changePersons = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<CapturedEvent>) {
    const snapshot = yield* persons.lockByDistinctIds(project, distinctIdsOf(events))
    const outcome = processPersons(project, snapshot, events)
    if (hasChanges(outcome.changes)) yield* persons.apply(project, outcome.changes)
    const kept = events.filter((_, index) => outcome.persons[index] !== undefined)
    const names = groupTypeNames(kept)
    const types = yield* typesOf(project, names)
    yield* changeGroups(project, types, kept)
    return { ...outcome, types, warnings: [...outcome.warnings, ...groupTypeWarnings(types, names)] }
  })

  const learn = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<CapturedEvent>) {
    const lesson = learnt.lessonOf(project, events)
    if (lesson.events.length + lesson.properties.length === 0) return
    yield* definitions.learn(project, lesson.events, lesson.properties)
    learnt.remember(lesson)
  })

  const rowsOf = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<CapturedEvent>) {
    const outcome = yield* transaction.run(changePersons(project, events))
    knownTypes.set(project, outcome.types)
    yield* warn(project, outcome.warnings)
    const insertedAt = yield* now
    const kept = events.flatMap((event, index) => {
      const person = outcome.persons[index]
      return person === undefined ? [] : [{ event, person }]
    })
    yield* learn(project, kept.map(({ event }) => event))
    return kept.map(({ event, person }) => eventRow(project, event, person, outcome.types, insertedAt))
  })

  return Effect.fn("Ingestion.write")(function*(events: ReadonlyArray<ProjectEvent>) {
    const wanted = yield* withoutStored(events)
    const byProject = [...Map.groupBy(wanted, (item) => item.project)]
    const rows = yield* Effect.forEach(
      byProject,
      ([project, items]) => rowsOf(project, items.map((item) => item.event))
    )
    const flat = rows.flat()
    const { appended } = flat.length === 0 ? { appended: 0 } : yield* writer.write(flat)
    yield* Metric.update(ingested, appended)
    yield* Metric.update(duplicates, events.length - wanted.length + flat.length - appended)
  })
})
