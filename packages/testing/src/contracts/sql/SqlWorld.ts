import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Project } from "@hedgerow/core/access/Project"
import * as EventTime from "@hedgerow/core/events/EventTime"
import { Ingestion } from "@hedgerow/core/events/Ingestion"
import { Person } from "@hedgerow/core/persons/Person"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeOrganization, personChanges, projectFields } from "../fixtures.ts"
import { acceptanceEvents, acceptancePerson } from "./data/AcceptanceData.ts"
import { crowdEvents } from "./data/CrowdData.ts"
import { harbourEvents } from "./data/HarbourData.ts"
import { hiddenEntries, logEntries } from "./data/LogData.ts"
import { clock, meadowRequests } from "./data/MeadowData.ts"
import { quarryEvents } from "./data/QuarryData.ts"
import type { SentEvent } from "./data/SentEvent.ts"

/** The projects whose data the cases ask for, and the quarry, whose data none may get. */
export type WorldProject = "acceptance" | "crowd" | "harbour" | "meadow" | "quarry"

/** Projects with fixed data, captured as clients send it. */
export class SqlWorld extends Context.Service<SqlWorld, {
  readonly projects: { readonly [Name in WorldProject]: Project }
  /** The id of the person that the distinct id was the first of. */
  readonly personId: (project: WorldProject, distinctId: string) => Uuid
}>()("@hedgerow/testing/contracts/sql/SqlWorld") {
  static readonly layer = Layer.effect(SqlWorld, Effect.suspend(() => make))
}

const millis = (time: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(time))

/** The time of the cases, set once and before a storage starts: its timers would all ring when the clock jumps. */
export const layerClock: Layer.Layer<never> = Layer.effectDiscard(
  Effect.suspend(() => TestClock.setTime(millis(clock)))
)

/** A project of its own. */
export const makeProject = Effect.fnUntraced(function*(name: string, settings: Partial<Project> = {}) {
  const projects = yield* ProjectRepository
  const organization = yield* makeOrganization()
  return yield* projects.insert({ ...(yield* projectFields(organization.id)), name, ...settings })
})

/** Captures events as clients send them. */
export const capture = Effect.fnUntraced(function*(project: Project, batch: ReadonlyArray<SentEvent>) {
  const ingestion = yield* Ingestion
  const receivedAt = yield* EventTime.now
  const body = JSON.stringify({ api_key: project.api_token, batch })
  yield* ingestion.capture({ body, receivedAt, ip: undefined, sentAt: undefined })
})

/** Tom is known before his first event. */
const meetTom = Effect.fnUntraced(function*(project: Project) {
  const persons = yield* PersonRepository
  const { createdAt, distinctIds, properties } = acceptancePerson
  const id = derivePersonId(project.id, distinctIds[0])
  const person = new Person({
    project_id: project.id,
    id,
    created_at: millis(createdAt) * 1000 as Person["created_at"],
    properties,
    is_identified: true,
    version: 1
  })
  const assigned = distinctIds.map((distinctId) => ({ distinctId, personId: id }))
  yield* persons.apply(project.id, personChanges({ upserted: [person], assigned })).uncaptured
})

const make = Effect.gen(function*() {
  const acceptance = yield* makeProject("Acceptance")
  yield* meetTom(acceptance)
  yield* capture(acceptance, acceptanceEvents)
  const meadow = yield* makeProject("Meadow")
  const quarry = yield* makeProject("Quarry")
  const harbour = yield* makeProject("Harbour", { timezone: "Europe/Berlin", week_start_day: 1 })
  yield* capture(quarry, quarryEvents)
  yield* Effect.forEach(meadowRequests, (batch) => capture(meadow, batch))
  yield* capture(harbour, harbourEvents)
  const crowd = yield* makeProject("Crowd")
  yield* capture(crowd, crowdEvents)
  const log = yield* QueryLogRepository
  yield* log.append([...logEntries(harbour.id), ...hiddenEntries(quarry.id)])
  const projects = { acceptance, crowd, harbour, meadow, quarry }
  return SqlWorld.of({
    projects,
    personId: (project, distinctId) => derivePersonId(projects[project].id, distinctId)
  })
})
