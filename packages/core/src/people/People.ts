import { Context, Effect, Layer } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { propertyTypesOf } from "../definitions/PropertyTypesRealm.ts"
import { PersonNotFound } from "../deletions/DeletionErrors.ts"
import { Changes, type Editing } from "../entities/Changes.ts"
import type { CaptureRejected, IngestionUnavailable } from "../events/Capture.ts"
import { now as currentTime } from "../events/EventTime.ts"
import type { Project } from "../identity/Project.ts"
import { Ingestion } from "../ingestion/Ingestion.ts"
import { personEntity } from "../persons/Person.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { Queries } from "../query/Queries.ts"
import type { QueryError } from "../query/QueryKind.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid, type Uuid } from "../shared/Uuid.ts"
import { firstOf, partsOf, splitChanges } from "./SplitPerson.ts"

/** The persons of a list; conditions that are not given hold for everybody. */
export interface PeopleFilter {
  /** A part of the e-mail address, the name or a distinct id, or the whole id. */
  readonly search?: string | undefined
  readonly email?: string | undefined
  readonly distinct_id?: string | undefined
  /** Conditions as queries have them. */
  readonly properties?: unknown
}

/** Some of the persons of a list, and whether there are more. */
export interface PeoplePage {
  readonly people: ReadonlyArray<KnownPerson>
  readonly hasMore: boolean
}

const emailIs = (value: string) => ({ key: "email", type: "person", operator: "exact", value })

const conditionsOf = ({ email, properties }: PeopleFilter): ReadonlyArray<unknown> => [
  ...(Array.isArray(properties) ? properties as ReadonlyArray<unknown> : []),
  ...(email === undefined ? [] : [emailIs(email)])
]

const first = (ids: unknown): ReadonlyArray<Uuid> =>
  Array.isArray(ids) ? ids.flatMap((row: unknown) => Array.isArray(row) ? [String(row[0]) as Uuid] : []) : []

const notIts = InvalidInput.at(["main_distinct_id"], "does_not_exist", "The person has no such distinct id.")

/** The persons of projects: lists, one by one, changes of their properties, and splits. */
export class People extends Context.Service<People, {
  /** The latest first. */
  readonly list: (project: Project, filter: PeopleFilter, page: PageRequest) => Effect.Effect<PeoplePage, QueryError>
  readonly find: (project: Project, id: string) => Effect.Effect<KnownPerson, PersonNotFound>
  /** Sets properties by an event `$set` of the person, and leaves the others. */
  readonly setProperties: (
    project: Project,
    id: string,
    properties: JsonRecord
  ) => Effect.Effect<void, CaptureRejected | IngestionUnavailable | PersonNotFound>
  /** Removes a property by an event `$delete_person_property` of the person. */
  readonly unsetProperty: (
    project: Project,
    id: string,
    key: string
  ) => Effect.Effect<void, CaptureRejected | IngestionUnavailable | PersonNotFound>
  /**
   * Makes every distinct id of the person but the main one a person of its own, which nothing is known of. The person stays
   * with the main one; where none is named, with its first one, and without properties. A person of one distinct id stays
   * as it is.
   */
  readonly split: (
    by: Editing,
    id: string,
    mainDistinctId: string | null
  ) => Effect.Effect<void, InvalidInput | PersonNotFound>
}>()("@hedgerow/core/people/People") {
  static readonly layer: Layer.Layer<
    People,
    never,
    ChangeCapture | Changes | DefinitionsVersions | Ingestion | PersonRepository | Queries | Transaction
  > = Layer.effect(
    People,
    Effect.gen(function*() {
      const capture = yield* ChangeCapture
      const changes = yield* Changes
      const ingestion = yield* Ingestion
      const persons = yield* PersonRepository
      const queries = yield* Queries
      const transaction = yield* Transaction
      const versions = yield* DefinitionsVersions

      const find = Effect.fn("People.find")(function*(project: Project, id: string) {
        const uuid = parseUuid(id)
        const [found] = uuid === undefined ? [] : yield* persons.findByIds(project.id, [uuid])
        return found ?? (yield* new PersonNotFound())
      })

      /** The persons of these ids, in this order. */
      const inOrder = Effect.fnUntraced(function*(project: Project, ids: ReadonlyArray<Uuid>) {
        const found = new Map((yield* persons.findByIds(project.id, ids)).map((one) => [one.person.id, one]))
        return ids.flatMap((id) => found.get(id) ?? [])
      })

      const ofDistinctId = Effect.fnUntraced(
        function*(project: Project, distinctId: string, { limit, offset }: PageRequest) {
          const owners = yield* persons.findByDistinctIds(project.id, [distinctId])
          const ids = Array.from(owners.values(), ({ id }) => id).slice(offset, offset + limit)
          return { people: yield* inOrder(project, ids), hasMore: false }
        }
      )

      const list = Effect.fn("People.list")(function*(project: Project, filter: PeopleFilter, page: PageRequest) {
        if (filter.distinct_id !== undefined) return yield* ofDistinctId(project, filter.distinct_id, page)
        const query = {
          kind: "ActorsQuery",
          select: ["id"],
          ...(filter.search === undefined ? undefined : { search: filter.search }),
          properties: conditionsOf(filter),
          orderBy: ["created_at DESC", "id"],
          limit: page.limit + 1,
          offset: page.offset
        }
        const { results } = yield* queries.run(project, { query })
        const ids = first(results)
        return { people: yield* inOrder(project, ids.slice(0, page.limit)), hasMore: ids.length > page.limit }
      })

      /** Sends an event of the person, as an SDK would. */
      const tell = Effect.fnUntraced(function*(project: Project, id: string, event: string, properties: JsonRecord) {
        const { distinctIds: [distinct_id] } = yield* find(project, id)
        if (distinct_id === undefined) return yield* new PersonNotFound()
        const body = JSON.stringify({ api_key: project.api_token, event, distinct_id, properties })
        yield* ingestion.capture({
          body,
          receivedAt: yield* currentTime,
          ip: undefined,
          sentAt: undefined,
          isOwn: true
        })
      })

      /** The person, which nobody else changes until the transaction ends. */
      const locked = Effect.fnUntraced(function*(project: Project, id: string) {
        yield* Effect.orDie(persons.lockByDistinctIds(project.id, (yield* find(project, id)).distinctIds))
        return yield* find(project, id)
      })

      const splitIt = Effect.fnUntraced(function*(by: Editing, id: string, mainDistinctId: string | null) {
        const known = yield* locked(by.project, id)
        const { distinctIds, person } = known
        if (mainDistinctId !== null && !distinctIds.includes(mainDistinctId)) return yield* notIts
        const main = mainDistinctId ?? firstOf(known)
        const parts = yield* partsOf(persons, known, distinctIds.filter((distinctId) => distinctId !== main))
        if (parts.length === 0) return
        const split = splitChanges(known, parts, mainDistinctId !== null)
        yield* capture.capture(persons.apply(by.project.id, split))
        yield* versions.bump(propertyTypesOf(by.project.id))
        const after = { persons: parts.length + 1 }
        yield* changes.record(by, personEntity, { before: person, after: split.upserted[0] ?? person }, {
          action: "split_person",
          changes: [{ type: "Person", action: "split", field: null, before: null, after }]
        })
      })

      return People.of({
        list,
        find,
        setProperties: Effect.fn("People.setProperties")((project: Project, id: string, properties: JsonRecord) =>
          tell(project, id, "$set", { $set: properties })
        ),
        unsetProperty: Effect.fn("People.unsetProperty")((project: Project, id: string, key: string) =>
          tell(project, id, "$delete_person_property", { $unset: [key] })
        ),
        split: Effect.fn("People.split")((by: Editing, id: string, mainDistinctId: string | null) =>
          transaction.run(splitIt(by, id, mainDistinctId))
        )
      })
    })
  )
}
