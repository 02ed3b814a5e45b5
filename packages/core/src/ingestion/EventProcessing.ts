import { DateTime, Effect, Metric } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { DefinitionInference } from "../definitions/DefinitionInference.ts"
import type { SeenEvent } from "../definitions/SeenProperties.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import { CaptureLimits } from "../events/CaptureLimits.ts"
import { tooMuchKnown } from "../events/CaptureRefusals.ts"
import type { Event } from "../events/Event.ts"
import { type EventKey, EventKeys } from "../events/EventKeys.ts"
import { now } from "../events/EventTime.ts"
import { EventUsage, monthOf } from "../events/EventUsage.ts"
import { EventWriter } from "../events/EventWriter.ts"
import type { WarningLog } from "../events/IngestionWarnings.ts"
import { FlagCallTracker } from "../flags/usage/FlagCallTracker.ts"
import type { ProjectId } from "../identity/Project.ts"
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
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { Transaction } from "../shared/Transaction.ts"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { SurveyResponseTracker } from "../surveys/responses/SurveyResponseTracker.ts"
import { WebhookEvents } from "../webhooks/WebhookEvents.ts"
import { eventRow } from "./EventRow.ts"

/** A captured event and the project it belongs to. */
export interface ProjectEvent {
  readonly project: ProjectId
  readonly event: CapturedEvent
  /** Whether it is an old event that is moved here: no webhook hears of it. */
  readonly isHistorical?: boolean
  /** Whether it counts for its project's quota. */
  readonly isMetered?: boolean
}

const ingested = Metric.counter("hedgerow_ingested_events_total", {
  description: "Events stored",
  incremental: true
})
const duplicates = Metric.counter("hedgerow_duplicate_events_total", {
  description: "Events that were stored before",
  incremental: true
})

/** The most group types of a project. */
const maxGroupTypes = 5

const identityOf = (project: ProjectId, uuid: string): string => `${project}/${uuid}`

const identitiesOf = (keys: ReadonlyArray<EventKey>): ReadonlySet<string> =>
  new Set(keys.map((key) => identityOf(key.project_id, key.uuid)))

/** Events of one project after their persons are known: the rows to store, and what they teach. */
interface Prepared {
  readonly project: ProjectId
  readonly types: GroupTypes
  readonly rows: ReadonlyArray<Event>
  readonly seen: ReadonlyArray<SeenEvent>
  readonly isMetered: boolean
}

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
 * Takes captured events through everything that happens before the acknowledgement: known duplicates are left out,
 * person and group changes commit, names are learnt, then the events are written and counted. Safe to repeat with the
 * same events. More than may be written at a time is refused before any of it is stored.
 */
export const makeEventProcessing = Effect.fnUntraced(function*(warn: WarningLog) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const learning = yield* DefinitionInference
  const sightings = yield* FlagCallTracker
  const responses = yield* SurveyResponseTracker
  const webhooks = yield* WebhookEvents
  const versions = yield* DefinitionsVersions
  const { capture } = yield* ChangeCapture
  const transaction = yield* Transaction
  const keys = yield* EventKeys
  const usage = yield* EventUsage
  const writer = yield* EventWriter
  const limits = yield* CaptureLimits
  const knownTypes = new Map<ProjectId, GroupTypes>()

  const withoutStored = Effect.fnUntraced(function*(events: ReadonlyArray<ProjectEvent>) {
    const wanted = new Map(firstOfEach(events))
    const asked = [...wanted.values()].map(({ event, project }) => ({ project_id: project, uuid: event.uuid }))
    for (const key of yield* keys.confirmed(asked)) wanted.delete(identityOf(key.project_id, key.uuid))
    return [...wanted.values()]
  })

  /** A new type changes what the project's flags of groups mean. */
  const ensureTypes = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string>) {
    const before = yield* groups.types(project)
    const types = yield* groups.ensureTypes(project, names)
    if (types.size > before.size) yield* versions.bump(project)
    return types
  })

  const typesOf = (project: ProjectId, names: ReadonlyArray<string>) => {
    const known: GroupTypes = knownTypes.get(project) ?? new Map()
    const isEnough = known.size >= maxGroupTypes || names.every((name) => known.has(name))
    return isEnough ? Effect.succeed(known) : ensureTypes(project, names)
  }

  const changeGroups = Effect.fnUntraced(function*(
    project: ProjectId,
    types: GroupTypes,
    events: ReadonlyArray<CapturedEvent>
  ) {
    const updates = yield* groupUpdates(types, events)
    if (updates.length === 0) return []
    const wanted = new Map(updates.map(({ index, key }) => [`${index}/${key}`, { index, key }]))
    const stored = yield* groups.lock(project, [...wanted.values()], limits.known)
    const { changed, warnings } = yield* processGroups(project, stored, updates, yield* now)
    if (changed.length > 0) yield* capture(groups.save(project, changed))
    return warnings
  })

  const changePersons = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<CapturedEvent>) {
    const snapshot = yield* persons.lockByDistinctIds(project, distinctIdsOf(events), limits.known)
    const outcome = yield* processPersons(project, snapshot, events, limits.carried)
    if (hasChanges(outcome.changes)) yield* capture(persons.apply(project, outcome.changes))
    const kept = events.filter((_, index) => outcome.persons[index] !== undefined)
    const names = yield* groupTypeNames(kept)
    const types = yield* typesOf(project, names)
    const groupWarnings = yield* changeGroups(project, types, kept)
    return { ...outcome, types, warnings: [...outcome.warnings, ...groupWarnings, ...groupTypeWarnings(types, names)] }
  }, Effect.catchTag("TooMuchKnown", () => Effect.fail(tooMuchKnown(limits.known))))

  const prepare = Effect.fnUntraced(function*(project: ProjectId, items: ReadonlyArray<ProjectEvent>) {
    const events = items.map(({ event }) => event)
    const outcome = yield* transaction.run(changePersons(project, events))
    const { types } = outcome
    knownTypes.set(project, types)
    yield* warn(project, outcome.warnings)
    const insertedAt = yield* now
    const kept = events.flatMap((event, index) => {
      const person = outcome.persons[index]
      return person === undefined ? [] : [{ event, person, isNews: items[index]?.isHistorical !== true }]
    })
    const seen = kept.map(({ event, person }) => ({ event, hasProfile: person.person_mode === "full" }))
    yield* learning.prepare(project, seen, types)
    yield* webhooks.announce(project, kept.filter(({ isNews }) => isNews))
    const rows: Array<Event> = []
    const slice = new WorkSlice()
    for (const { event, person } of kept) {
      rows.push(eventRow(project, event, person, types, insertedAt))
      if (slice.isOver(event.properties.length)) yield* Effect.yieldNow
    }
    return { project, types, rows, seen, isMetered: items.some((item) => item.isMetered === true) } satisfies Prepared
  })

  const count = Effect.fnUntraced(function*(
    prepared: ReadonlyArray<Prepared>,
    isStored: (project: ProjectId, event: CapturedEvent) => boolean
  ) {
    for (const { isMetered, project, seen, types } of prepared) {
      const stored = seen.filter(({ event }) => isStored(project, event))
      if (stored.length > 0) {
        yield* learning.count(project, stored, types)
        const events = stored.map(({ event }) => event)
        yield* sightings.see(project, events)
        yield* responses.see(project, events)
        if (isMetered) yield* usage.add(project, monthOf(yield* DateTime.now), stored.length)
      }
      yield* Metric.update(ingested, stored.length)
    }
  })

  const write = Effect.fnUntraced(function*(prepared: ReadonlyArray<Prepared>) {
    const rows = prepared.flatMap((part) => part.rows)
    if (rows.length === 0) return 0
    const written = yield* Effect.tapErrorTag(writer.write(rows), "EventsLeased", ({ appended }) => {
      const kept = identitiesOf(appended)
      return count(prepared, (project, { uuid }) => kept.has(identityOf(project, uuid)))
    })
    const known = identitiesOf(written.duplicates)
    yield* count(prepared, (project, { uuid }) => known.size === 0 || !known.has(identityOf(project, uuid)))
    return written.duplicates.length
  })

  return Effect.fn("Ingestion.write")(function*(events: ReadonlyArray<ProjectEvent>) {
    const wanted = yield* withoutStored(events)
    const byProject = [...Map.groupBy(wanted, (item) => item.project)]
    const prepared = yield* Effect.forEach(
      byProject,
      ([project, items]) => prepare(project, items)
    )
    yield* Metric.update(duplicates, events.length - wanted.length + (yield* write(prepared)))
  })
})
