import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { Project } from "@hedgerow/core/access/Project"
import type { DomainServices } from "@hedgerow/core/Domain"
import * as EventTime from "@hedgerow/core/events/EventTime"
import { Ingestion } from "@hedgerow/core/events/Ingestion"
import { Person } from "@hedgerow/core/persons/Person"
import { derivePersonId } from "@hedgerow/core/persons/PersonBook"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeOrganization, personChanges, projectFields } from "../fixtures.ts"
import { acceptanceClock, acceptanceEvents, acceptancePerson } from "./data/AcceptanceData.ts"
import { harbourEvents } from "./data/HarbourData.ts"
import { clock, meadowRequests } from "./data/MeadowData.ts"
import { quarryEvents } from "./data/QuarryData.ts"
import type { SentEvent } from "./data/SentEvent.ts"

/** The projects whose data the cases ask for, and the quarry, whose data none may get. */
export type WorldProject = "acceptance" | "harbour" | "meadow" | "quarry"

/** Projects with fixed data, captured as clients send it. */
export class SqlWorld extends Context.Service<SqlWorld, {
  readonly projects: { readonly [Name in WorldProject]: Project }
  /** The id of the person that the distinct id was the first of. */
  readonly personId: (project: WorldProject, distinctId: string) => Uuid
}>()("@hedgerow/testing/contracts/sql/SqlWorld") {
  /** Needs a test clock, which it leaves at the time at which the cases run. */
  static readonly layer: Layer.Layer<SqlWorld, unknown, DomainServices | StoragePorts> = Layer.effect(
    SqlWorld,
    Effect.suspend(() => make)
  )
}

const millis = (time: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(time))

const makeProject = Effect.fnUntraced(function*(name: string, settings: Partial<Project> = {}) {
  const projects = yield* ProjectRepository
  const organization = yield* makeOrganization()
  return yield* projects.insert({ ...(yield* projectFields(organization.id)), name, ...settings })
})

const capture = Effect.fnUntraced(function*(project: Project, batch: ReadonlyArray<SentEvent>) {
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
  yield* persons.apply(project.id, personChanges({ upserted: [person], assigned }))
})

const make = Effect.gen(function*() {
  yield* TestClock.setTime(millis(acceptanceClock))
  const acceptance = yield* makeProject("Acceptance")
  yield* meetTom(acceptance)
  yield* capture(acceptance, acceptanceEvents)
  yield* TestClock.setTime(millis(clock))
  const meadow = yield* makeProject("Meadow")
  const quarry = yield* makeProject("Quarry")
  const harbour = yield* makeProject("Harbour", { timezone: "Europe/Berlin", week_start_day: 1 })
  yield* capture(quarry, quarryEvents)
  yield* Effect.forEach(meadowRequests, (batch) => capture(meadow, batch))
  yield* capture(harbour, harbourEvents)
  const projects = { acceptance, harbour, meadow, quarry }
  return SqlWorld.of({
    projects,
    personId: (project, distinctId) => derivePersonId(projects[project].id, distinctId)
  })
})
