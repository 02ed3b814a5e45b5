import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ActionRepository } from "@hedgerow/core/actions/ActionRepository"
import type { Cohort, CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import * as EventTime from "@hedgerow/core/events/EventTime"
import type { Project } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Person } from "@hedgerow/core/persons/Person"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import { ChangeCapture } from "@hedgerow/core/replication/ChangeCapture"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Context, DateTime, Effect, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeOrganization, personChanges, projectFields } from "../fixtures.ts"
import { acceptanceEvents, acceptancePerson } from "./data/AcceptanceData.ts"
import { crowdEvents } from "./data/CrowdData.ts"
import { harbourEvents } from "./data/HarbourData.ts"
import { hiddenEntries, logEntries } from "./data/LogData.ts"
import { clock, meadowRequests } from "./data/MeadowData.ts"
import { orchardEvents } from "./data/OrchardData.ts"
import { quarryEvents } from "./data/QuarryData.ts"
import type { SentEvent } from "./data/SentEvent.ts"
import { terraceEvents } from "./data/TerraceData.ts"

/** The projects whose data the cases ask for, and the quarry, whose data none may get. */
export type WorldProject = "acceptance" | "crowd" | "harbour" | "meadow" | "orchard" | "quarry" | "terrace"

/** Projects with fixed data, captured as clients send it. */
export class SqlWorld extends Context.Service<SqlWorld, {
  readonly projects: { readonly [Name in WorldProject]: Project }
  /** The id of the cohort with this name. */
  readonly cohortId: (project: WorldProject, name: string) => CohortId
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

/** A cohort whose members were found, by default. */
const makeCohort = Effect.fnUntraced(
  function*(project: Project, fields: Partial<Cohort> & { readonly name: string }, members: ReadonlyArray<Uuid>) {
    const repository = yield* CohortRepository
    const { capture } = yield* ChangeCapture
    const now = yield* DateTime.now
    const cohort = yield* repository.create({
      project_id: project.id,
      description: "",
      groups: [],
      deleted: false,
      filters: null,
      query: null,
      is_static: false,
      cohort_type: "person_property",
      is_calculating: false,
      last_calculation: now,
      errors_calculating: 0,
      count: members.length,
      version: 1,
      created_by: null,
      created_at: now,
      ...fields
    })
    yield* capture(repository.addMembers(project.id, cohort.id, members))
    return cohort
  }
)

/** A name for the events of each step. */
const makeAction = Effect.fnUntraced(
  function*(project: Project, name: string, steps: ReadonlyArray<Record<string, Schema.Json>>) {
    const repository = yield* ActionRepository
    const now = yield* DateTime.now
    yield* repository.create({
      project_id: project.id,
      name,
      description: "",
      tags: [],
      post_to_slack: false,
      slack_message_format: "",
      steps,
      deleted: false,
      created_by: null,
      created_at: now,
      updated_at: now
    })
  }
)

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
  const orchard = yield* makeProject("Orchard")
  yield* capture(orchard, orchardEvents)
  const terrace = yield* makeProject("Terrace")
  yield* capture(terrace, terraceEvents)
  yield* makeAction(meadow, "Opened", [{ event: "page" }])
  yield* makeAction(meadow, "Dear", [
    { event: "buy", properties: [{ type: "event", key: "price", operator: "gt", value: 10 }] },
    { event: "$identify" }
  ])
  yield* makeAction(quarry, "Dug", [{ event: "dig" }])
  const log = yield* QueryLogRepository
  yield* log.append([...logEntries(harbour.id), ...hiddenEntries(quarry.id)])
  const bob = derivePersonId(meadow.id, "bob")
  const cohorts = [
    yield* makeCohort(meadow, { name: "Regulars", is_static: true, cohort_type: "static" }, [bob]),
    yield* makeCohort(meadow, { name: "Pros" }, [bob, derivePersonId(meadow.id, "anon-1")]),
    yield* makeCohort(meadow, { name: "Unfound", last_calculation: null }, []),
    yield* makeCohort(meadow, { name: "Twins" }, []),
    yield* makeCohort(meadow, { name: "Twins" }, []),
    yield* makeCohort(meadow, { name: "Gone", deleted: true }, [bob]),
    yield* makeCohort(meadow, { name: "Buyers", cohort_type: "behavioral" }, [bob]),
    yield* makeCohort(meadow, { name: "Queried", cohort_type: "analytical" }, []),
    yield* makeCohort(quarry, { name: "Workers", is_static: true, cohort_type: "static" }, [
      derivePersonId(quarry.id, "ann")
    ])
  ]
  const projects = { acceptance, crowd, harbour, meadow, orchard, quarry, terrace }
  return SqlWorld.of({
    projects,
    cohortId: (project, name) => {
      const found = cohorts.find((cohort) => cohort.project_id === projects[project].id && cohort.name === name)
      if (found === undefined) throw new Error(`no cohort ${name}`)
      return found.id
    },
    personId: (project, distinctId) => derivePersonId(projects[project].id, distinctId)
  })
})
