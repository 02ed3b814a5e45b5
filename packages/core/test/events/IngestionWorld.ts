import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { DefinitionsVersionRepository, type Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import { EventKeys } from "@hedgerow/core/events/EventKeys"
import type { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { now } from "@hedgerow/core/events/EventTime"
import { EventUsage } from "@hedgerow/core/events/EventUsage"
import { type EventsLeased, EventWriter } from "@hedgerow/core/events/EventWriter"
import { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import type { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import type { Person } from "@hedgerow/core/persons/Person"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { ChangeCapture } from "@hedgerow/core/replication/ChangeCapture"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { WebhookEvents } from "@hedgerow/core/webhooks/WebhookEvents"
import { Effect, Layer, Option, Stream } from "effect"
import { makeProject } from "../query/sql/PlanText.ts"

/** A test's decision about a write before it is done. */
type BeforeWrite = (events: ReadonlyArray<Event>) => Effect.Effect<void, EventsLeased | EventStoreUnavailable>

/** Nothing keeps copies. */
const notCaptured = Layer.succeed(ChangeCapture, { capture: ({ uncaptured }) => Effect.asVoid(uncaptured) })

const identityOf = (event: { readonly project_id: number; readonly uuid: string }) =>
  `${event.project_id}/${event.uuid}`

/** Everything ingestion stores, seen by a test. */
export class IngestionWorld {
  readonly events = new Map<string, Event>()
  readonly writes: Array<number> = []
  readonly persons = new Map<string, Person>()
  readonly owners = new Map<string, Uuid>()
  readonly groups = new Map<string, Group>()
  readonly types = new Map<string, GroupTypeIndex>()
  readonly learnt: Array<string> = []
  projects = new Map([["phc_one", 1], ["phc_two", 2]])
  lookups = 0
  version = 0
  readonly bumps: Array<Realm> = []
  personWrites = 0
  beforeWrite: BeforeWrite = () => Effect.void

  capture(body: object, token = "phc_one") {
    return Effect.gen(function*() {
      const ingestion = yield* Ingestion
      const text = JSON.stringify(Array.isArray(body) ? { batch: body, api_key: token } : { ...body, api_key: token })
      yield* ingestion.capture({ body: text, receivedAt: yield* now, ip: undefined, sentAt: undefined })
    })
  }

  stored(project = 1): ReadonlyArray<Event> {
    return [...this.events.values()].filter((event) => event.project_id === project)
  }

  get layer(): Layer.Layer<Ingestion> {
    return Ingestion.layer.pipe(
      Layer.provide([DefinitionsVersions.layer, TypedProperties.layerNone, WebhookEvents.layerNone, notCaptured]),
      Layer.provide(Layer.mergeAll(this.#control, this.#personStore, this.#groupStore, this.#eventStore))
    )
  }

  get #control() {
    return Layer.mergeAll(
      Layer.mock(DefinitionsVersionRepository)({
        current: () => Effect.sync(() => this.version),
        bump: (realm) => Effect.sync(() => void this.bumps.push(realm)),
        changes: Stream.empty
      }),
      Layer.mock(ProjectRepository)({
        findByToken: (token) =>
          Effect.sync(() => {
            this.lookups++
            const id = this.projects.get(token)
            return Option.fromUndefinedOr(id === undefined ? undefined : makeProject({ id }))
          })
      }),
      Layer.mock(EventUsage)({}),
      Layer.mock(FeatureFlagRepository)({}),
      Layer.mock(SurveyRepository)({ all: () => Effect.succeed([]) }),
      Layer.mock(Jobs)({}),
      Layer.mock(DefinitionRepository)({
        learn: (project, { events, properties }) =>
          Effect.sync(() => {
            const counted = (volume: number) => volume === 0 ? "" : ` +${volume}`
            this.learnt.push(...events.map(({ name, volume }) => `${project} ${name}${counted(volume)}`))
            this.learnt.push(...properties.map(({ kind, name, property_type, volume }) =>
              `${project} ${kind} ${name} ${property_type}${counted(volume)}`
            ))
          })
      }),
      Layer.succeed(Transaction, { run: (effect) => effect })
    )
  }

  get #personStore() {
    return Layer.mock(PersonRepository)({
      lockByDistinctIds: (project, ids) =>
        Effect.sync(() =>
          new Map(ids.flatMap((id) => {
            const person = this.persons.get(`${project}/${this.owners.get(`${project}/${id}`)}`)
            return person === undefined ? [] : [[id, person] as const]
          }))
        ),
      remove: () => withoutCopies(Effect.die("not used here")),
      apply: (project, changes) =>
        withoutCopies(Effect.sync(() => {
          this.personWrites++
          for (const person of changes.upserted) this.persons.set(`${project}/${person.id}`, person)
          for (const { distinctId, personId } of changes.assigned) this.owners.set(`${project}/${distinctId}`, personId)
          for (const { from } of changes.merged) this.persons.delete(`${project}/${from}`)
        }))
    })
  }

  get #groupStore() {
    return Layer.mock(GroupRepository)({
      types: () => Effect.sync(() => new Map(this.types)),
      ensureTypes: (_, names) =>
        Effect.sync(() => {
          for (const name of names) {
            const index = GroupTypeIndex.literals[this.types.size]
            if (index !== undefined && !this.types.has(name)) this.types.set(name, index)
          }
          return new Map(this.types)
        }),
      lock: (project, keys) =>
        Effect.sync(() => keys.flatMap(({ index, key }) => this.groups.get(`${project}/${index}/${key}`) ?? [])),
      save: (project, groups) =>
        withoutCopies(Effect.sync(() => {
          for (const group of groups) this.groups.set(`${project}/${group.group_type_index}/${group.group_key}`, group)
        }))
    })
  }

  get #eventStore() {
    return Layer.mergeAll(
      Layer.mock(EventKeys)({
        confirmed: (keys) => Effect.sync(() => keys.filter((key) => this.events.has(identityOf(key))))
      }),
      Layer.succeed(EventWriter, {
        write: (events) =>
          Effect.map(Effect.suspend(() => this.beforeWrite(events)), () => {
            this.writes.push(events.length)
            const duplicates = events.filter((event) => this.events.has(identityOf(event)))
              .map(({ project_id, uuid }) => ({ project_id, uuid }))
            for (const event of events) this.events.set(identityOf(event), event)
            return { appended: events.length - duplicates.length, duplicates }
          })
      })
    )
  }
}
