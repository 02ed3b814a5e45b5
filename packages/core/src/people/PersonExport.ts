import { Context, Effect, Layer, Result } from "effect"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { PersonNotFound } from "../deletions/DeletionErrors.ts"
import { HashKeyRepository } from "../flags/serving/HashKeyRepository.ts"
import type { Project } from "../identity/Project.ts"
import { type KnownPerson, PersonRepository } from "../persons/PersonRepository.ts"
import { Queries } from "../query/Queries.ts"
import type { QueryError } from "../query/QueryKind.ts"
import { People } from "./People.ts"

/** The most events of one part of an export. */
export const maxExported = 10_000

/** The columns of an exported event. */
const eventColumns = [
  "uuid",
  "event",
  "timestamp",
  "distinct_id",
  "properties",
  "elements_chain",
  "$session_id",
  "$group_0",
  "$group_1",
  "$group_2",
  "$group_3",
  "$group_4"
] as const

/** Everything that a project holds about one person. */
export interface ExportedPerson {
  readonly known: KnownPerson
  /** The persons that were merged into it. */
  readonly merged: ReadonlyArray<string>
  readonly cohorts: ReadonlyArray<{ readonly id: number; readonly name: string }>
  /** The keys that keep its answers of flags. */
  readonly flagKeys: ReadonlyArray<{ readonly flag_key: string; readonly hash_key: string }>
  /** Events in their order, answers to surveys among them. */
  readonly events: ReadonlyArray<Readonly<Record<string, unknown>>>
  /** Whether there are more events behind these. */
  readonly hasMore: boolean
}

/** Values with more levels stay the text that they were sent as: writing them as JSON would overflow the stack. */
const deepest = 100

const isWithin = (value: unknown, levels: number): boolean =>
  typeof value !== "object" || value === null
  || levels > 0 && Object.values(value).every((item) => isWithin(item, levels - 1))

/** The properties as JSON, as they were sent. */
const parsed = (value: unknown): unknown => {
  if (typeof value !== "string") return value
  const read = Result.getOrElse(Result.try((): unknown => JSON.parse(value)), () => value)
  return isWithin(read, deepest) ? read : value
}

const eventOf = (row: unknown): Readonly<Record<string, unknown>> => {
  const cells: ReadonlyArray<unknown> = Array.isArray(row) ? row : []
  return Object.fromEntries(
    eventColumns.map((name, at) => [name, name === "properties" ? parsed(cells[at]) : cells[at]])
  )
}

/** The export of everything that is held about one person. */
export class PersonExport extends Context.Service<PersonExport, {
  /** With the events behind the first `offset` ones, at most `maxExported`. */
  readonly of: (
    project: Project,
    id: string,
    offset: number
  ) => Effect.Effect<ExportedPerson, PersonNotFound | QueryError>
}>()("@hedgerow/core/people/PersonExport") {
  static readonly layer: Layer.Layer<
    PersonExport,
    never,
    CohortRepository | HashKeyRepository | People | PersonRepository | Queries
  > = Layer.effect(
    PersonExport,
    Effect.gen(function*() {
      const cohorts = yield* CohortRepository
      const hashKeys = yield* HashKeyRepository
      const people = yield* People
      const persons = yield* PersonRepository
      const queries = yield* Queries

      const cohortsOf = Effect.fnUntraced(function*(project: Project, { person }: KnownPerson) {
        const all = yield* cohorts.all(project.id)
        const joined = yield* cohorts.membershipsOf(project.id, person.id, all.map(({ id }) => id))
        return all.filter(({ id }) => joined.has(id)).map(({ id, name }) => ({ id, name }))
      })

      const eventsOf = Effect.fnUntraced(function*(project: Project, { person }: KnownPerson, offset: number) {
        const query = {
          kind: "HogQLQuery",
          query: `SELECT ${eventColumns.join(", ")} FROM events WHERE person_id = {person}
            ORDER BY timestamp, uuid LIMIT {limit} OFFSET {offset}`,
          values: { person: person.id, limit: maxExported + 1, offset }
        }
        const { results } = yield* queries.run(project, { query })
        const rows: ReadonlyArray<unknown> = Array.isArray(results) ? results : []
        return { events: rows.slice(0, maxExported).map(eventOf), hasMore: rows.length > maxExported }
      })

      return PersonExport.of({
        of: Effect.fn("PersonExport.of")(function*(project: Project, id: string, offset: number) {
          const known = yield* people.find(project, id)
          const recorded = yield* persons.recordedAs(project.id, [known.person.id])
          const keys = yield* hashKeys.find(project.id, [known.person.id])
          return {
            known,
            merged: recorded.filter((one) => one !== known.person.id),
            cohorts: yield* cohortsOf(project, known),
            flagKeys: keys.map(({ flagKey, hashKey }) => ({ flag_key: flagKey, hash_key: hashKey })),
            ...yield* eventsOf(project, known, offset)
          }
        })
      })
    })
  )
}
