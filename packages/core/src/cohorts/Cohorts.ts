import { Context, Effect, Layer, Stream } from "effect"
import type { Changes, Editing } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { Jobs } from "../jobs/Jobs.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { parseUuid, type Uuid } from "../shared/Uuid.ts"
import { makeCalculationEnd } from "./CalculationEnd.ts"
import type { Cohort, CohortId } from "./Cohort.ts"
import { CohortNotFound } from "./CohortErrors.ts"
import { type CohortFilter, cohortsBy } from "./CohortFilter.ts"
import { readCohortChanges, readNewCohort } from "./CohortInput.ts"
import type { CohortReferences } from "./CohortReferences.ts"
import { CohortRepository } from "./CohortRepository.ts"
import { makeCohortCreation } from "./CreateCohorts.ts"
import { makeCohortEditing } from "./EditCohorts.ts"

type Ports =
  | ChangeCapture
  | Changes
  | CohortReferences
  | CohortRepository
  | Jobs
  | PersonRepository
  | Transaction

/** At most this many names of persons are looked up at once. */
const namesAtOnce = 1_000

/** The project's cohort with an id as it stands in a URL; a text that is no id finds nothing. */
type Found<A> = Effect.Effect<A, CohortNotFound>

/** The cohorts of projects, and every rule of changing them. Each change is one transaction with its activity. */
export class Cohorts extends Context.Service<Cohorts, {
  /** Those not deleted, newest first. */
  readonly list: (project: ProjectId, filter: CohortFilter, page: PageRequest) => Effect.Effect<Page<Cohort>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: string) => Found<Cohort>
  /** Those with these ids, also deleted ones. */
  readonly findMany: (project: ProjectId, ids: ReadonlyArray<CohortId>) => Effect.Effect<ReadonlyArray<Cohort>>
  /** Makes a cohort of `body`. The members of a dynamic one are found in the background. */
  readonly create: (editing: Editing, body: unknown) => Effect.Effect<Cohort, InvalidInput>
  /** Changes what `body` names; marks as deleted and restores, too. */
  readonly patch: (
    editing: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<Cohort, CohortNotFound | InvalidInput>
  /** Its members by id, as they were last found. */
  readonly persons: (project: ProjectId, id: string, page: PageRequest) => Found<Page<KnownPerson>>
  /** Makes an empty static cohort that counts as being calculated until it is filled. */
  readonly createStatic: (editing: Editing, name: string) => Effect.Effect<Cohort>
  /**
   * Adds persons to such a cohort, part by part; then, or when that fails, it no longer counts as being calculated. It may
   * be done again.
   */
  readonly fill: <E, R>(
    project: ProjectId,
    id: CohortId,
    persons: Stream.Stream<ReadonlyArray<Uuid>, E, R>
  ) => Effect.Effect<void, E, R>
}>()("@hedgerow/core/cohorts/Cohorts") {
  static readonly layer: Layer.Layer<Cohorts, never, Ports> = Layer.effect(
    Cohorts,
    Effect.gen(function*() {
      const repository = yield* CohortRepository
      const persons = yield* PersonRepository
      const { capture } = yield* ChangeCapture
      const creation = yield* makeCohortCreation
      const editing = yield* makeCohortEditing
      const calculationEnd = yield* makeCalculationEnd

      const idOf = (text: string): Found<CohortId> => {
        const id = positiveInt4(text)
        return id === undefined ? Effect.fail(new CohortNotFound()) : Effect.succeed(id as CohortId)
      }

      const find = Effect.fn("Cohorts.find")(function*(project: ProjectId, text: string) {
        const found = yield* repository.find(project, yield* idOf(text))
        return yield* Effect.mapError(Effect.fromOption(found), () => new CohortNotFound())
      })

      /** Persons are named by their ids or by one of their distinct ids. */
      const personsNamed = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string> = []) {
        if (names.length === 0) return []
        const ids = names.flatMap((name) => parseUuid(name) ?? [])
        const named = new Set(ids)
        for (let at = 0; at < names.length; at += namesAtOnce) {
          const byDistinctId = yield* persons.findByDistinctIds(project, names.slice(at, at + namesAtOnce))
          for (const { id } of byDistinctId.values()) named.add(id)
        }
        return [...named]
      })

      return Cohorts.of({
        list: Effect.fn("Cohorts.list")((project, filter, page) => repository.list(project, cohortsBy(filter), page)),
        find,
        findMany: Effect.fn("Cohorts.findMany")(repository.findMany),
        create: Effect.fn("Cohorts.create")(function*(by, body) {
          const fields = yield* readNewCohort(body)
          return yield* creation.create(
            by,
            fields,
            yield* personsNamed(by.project.id, fields._create_static_person_ids)
          )
        }),
        patch: Effect.fn("Cohorts.patch")(function*(by, text, body) {
          const id = yield* idOf(text)
          yield* find(by.project.id, text)
          const changes = yield* readCohortChanges(body)
          const listed = yield* personsNamed(by.project.id, changes._create_static_person_ids)
          return yield* editing.patch(by, id, changes, listed)
        }),
        persons: Effect.fn("Cohorts.persons")(function*(project, text, asked) {
          const { id } = yield* find(project, text)
          const page = yield* repository.members(project, id, asked)
          return { items: yield* persons.findByIds(project, page.items), count: page.count }
        }),
        createStatic: Effect.fn("Cohorts.createStatic")(creation.createStatic),
        fill: Effect.fn("Cohorts.fill")(function*<E, R>(
          project: ProjectId,
          id: CohortId,
          parts: Stream.Stream<ReadonlyArray<Uuid>, E, R>
        ) {
          const add = (part: ReadonlyArray<Uuid>) => capture(repository.addMembers(project, id, part))
          yield* calculationEnd.calculated(project, id, Stream.runForEach(parts, add))
          yield* editing.filled(project, id)
        })
      })
    })
  )
}
