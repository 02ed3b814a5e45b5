import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import type { Changes, Editing } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { QueryEngineUnavailable } from "../query/QueryEngine.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { type FieldValues, readFields } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid, type Uuid } from "../shared/Uuid.ts"
import { makeDeletionAdding } from "./AddDeletion.ts"
import { DataDeletion, type DataDeletionId, isBound, latestFirst, selectionOf } from "./DataDeletion.ts"
import { DataDeletionRepository } from "./DataDeletionRepository.ts"
import { DataDeletionNotFound, PersonNotFound } from "./DeletionErrors.ts"
import { bulkDeletionFields, maxDeleted, newDeletionFields, uuidsOf } from "./DeletionInput.ts"
import { EventRemoval } from "./EventRemoval.ts"
import { namesOf } from "./NamingTexts.ts"

const unbounded = InvalidInput.at(
  [],
  "invalid_input",
  "Name the events to delete by at least one of person_ids, distinct_ids, events, date_from and date_to."
)

const reversed = InvalidInput.at(["date_to"], "invalid_value", "date_to must be later than date_from.")

const tooMany = (what: string, field: string) =>
  InvalidInput.at([field], "max_length", `You can only pass ${maxDeleted} ${what} in one call`)

const nobodyNamed = InvalidInput.at([], "invalid_input", "You need to specify either distinct_ids or ids")

const requireBound = (sent: FieldValues<typeof newDeletionFields>) => {
  const { date_from, date_to, person_ids } = sent
  if (!isBound({ ...sent, person_ids: uuidsOf(person_ids) })) return Effect.fail(unbounded)
  const isReversed = date_from !== null && date_to !== null && !DateTime.isLessThan(date_from, date_to)
  return isReversed ? Effect.fail(reversed) : Effect.void
}

/** A deletion of events; that of a dry run was not made. */
export interface DeletionMade {
  readonly deletion: DataDeletion
  readonly isDryRun: boolean
}

/** The outcome of a deletion of persons. */
export interface PersonsDeleted {
  readonly found: number
  /** The deletion that removes what is left of them; undefined where nobody was found. */
  readonly deletion: DataDeletion | undefined
}

/** Deletions of data. Ids stand as in URLs: a text that is none finds nothing. */
export class DataDeletions extends Context.Service<DataDeletions, {
  /** The latest first. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<DataDeletion>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<DataDeletion, DataDeletionNotFound>
  /** Hides the events that `body` asks for and has them removed; with `dry_run` it only counts them. */
  readonly create: (
    by: Editing,
    body: unknown
  ) => Effect.Effect<DeletionMade, InvalidInput | QueryEngineUnavailable>
  /** Removes a person by id. */
  readonly deletePerson: (
    by: Editing,
    id: Uuid,
    withEvents: boolean
  ) => Effect.Effect<DataDeletion, PersonNotFound>
  /** Removes those persons that `body` names and that there are. */
  readonly deletePersons: (by: Editing, body: unknown) => Effect.Effect<PersonsDeleted, InvalidInput>
}>()("@hedgerow/core/deletions/DataDeletions") {
  static readonly layer: Layer.Layer<
    DataDeletions,
    never,
    | ChangeCapture
    | Changes
    | DataDeletionRepository
    | DefinitionsVersions
    | EventRemoval
    | Jobs
    | PersonRepository
    | Transaction
  > = Layer.effect(
    DataDeletions,
    Effect.gen(function*() {
      const { add, draft } = yield* makeDeletionAdding
      const capture = yield* ChangeCapture
      const persons = yield* PersonRepository
      const removal = yield* EventRemoval
      const repository = yield* DataDeletionRepository
      const transaction = yield* Transaction

      const create = Effect.fn("DataDeletions.create")(function*(by: Editing, body: unknown) {
        const sent = yield* readFields(newDeletionFields, body)
        yield* requireBound(sent)
        const { dry_run, person_ids, ...rest } = sent
        const named = uuidsOf(person_ids)
        const deletion = yield* draft(by, {
          ...rest,
          kind: "events",
          with_events: true,
          person_ids: yield* persons.recordedAs(by.project.id, named),
          persons_count: named.length,
          distinct_ids_count: sent.distinct_ids.length
        })
        if (!dry_run) return { deletion: yield* transaction.run(add(by, deletion)), isDryRun: false }
        const selection = selectionOf(deletion)
        const counted = selection === undefined ? Effect.succeed(0) : removal.count(by.project.id, selection)
        const events_count = yield* Effect.mapError(counted, () => new QueryEngineUnavailable())
        return { deletion: new DataDeletion({ ...deletion, events_count }), isDryRun: true }
      })

      /** The persons, which nobody else changes until the transaction ends. */
      const locked = Effect.fnUntraced(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
        const known = yield* persons.findByIds(project, ids)
        yield* Effect.orDie(persons.lockByDistinctIds(project, known.flatMap(({ distinctIds }) => distinctIds)))
        return yield* persons.findByIds(project, ids)
      })

      const removeThese = Effect.fnUntraced(
        function*(by: Editing, known: ReadonlyArray<KnownPerson>, withEvents: boolean) {
          const project = by.project.id
          const ids = known.map(({ person }) => person.id)
          const person_ids = yield* persons.recordedAs(project, ids)
          const distinct_ids = known.flatMap(({ distinctIds }) => distinctIds)
          yield* capture.capture(persons.remove(project, ids))
          const deletion = yield* draft(by, {
            kind: "persons",
            with_events: withEvents,
            person_ids,
            distinct_ids,
            names: [...new Set(known.flatMap(({ person }) => namesOf(person)))],
            persons_count: ids.length,
            distinct_ids_count: distinct_ids.length
          })
          return yield* add(by, deletion)
        }
      )

      const removePersons = (by: Editing, ids: ReadonlyArray<Uuid>, withEvents: boolean) =>
        transaction.run(Effect.gen(function*() {
          const known = yield* locked(by.project.id, ids)
          const deletion = known.length === 0 ? undefined : yield* removeThese(by, known, withEvents)
          return { found: known.length, deletion } satisfies PersonsDeleted
        }))

      return DataDeletions.of({
        list: Effect.fn("DataDeletions.list")((project: ProjectId, page: PageRequest) =>
          repository.list(project, latestFirst, page)
        ),
        find: Effect.fn("DataDeletions.find")(function*(project: ProjectId, id: string) {
          const uuid = parseUuid(id)
          const found = uuid === undefined ? Option.none() : yield* repository.find(project, uuid as DataDeletionId)
          return Option.isSome(found) ? found.value : yield* new DataDeletionNotFound()
        }),
        create,
        deletePerson: Effect.fn("DataDeletions.deletePerson")(function*(by: Editing, id: Uuid, withEvents: boolean) {
          const { deletion } = yield* removePersons(by, [id], withEvents)
          return deletion ?? (yield* new PersonNotFound())
        }),
        deletePersons: Effect.fn("DataDeletions.deletePersons")(function*(by: Editing, body: unknown) {
          const { delete_events, distinct_ids, ids } = yield* readFields(bulkDeletionFields, body)
          if (distinct_ids.length > maxDeleted) return yield* tooMany("distinct_ids", "distinct_ids")
          if (distinct_ids.length === 0 && ids.length > maxDeleted) return yield* tooMany("ids", "ids")
          if (distinct_ids.length + ids.length === 0) return yield* nobodyNamed
          const owners = yield* persons.findByDistinctIds(by.project.id, distinct_ids)
          const named = distinct_ids.length > 0
            ? [...new Set(Array.from(owners.values(), ({ id }) => id))]
            : uuidsOf(ids)
          return yield* removePersons(by, named, delete_events)
        })
      })
    })
  )
}
