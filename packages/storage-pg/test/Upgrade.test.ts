import { assert, describe, it } from "@effect/vitest"
import { OrganizationRepository, ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import * as Domain from "@hedgerow/core/Domain"
import { now } from "@hedgerow/core/events/EventTime"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Queries } from "@hedgerow/core/query/Queries"
import { Migrations, PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Fiber, Layer, Logger, Option, Schedule } from "effect"
import {
  type Column,
  columnsOf,
  contentsOf,
  contractions,
  type Schema,
  schemaOf,
  tablesOf
} from "./released/Catalog.ts"
import { type Answer, connect, isQuestion, readRecording, replay, rowsOf } from "./released/Replay.ts"

/** The last migration of the release before this one; a new release raises it (docs/upgrades.md). */
const released = 2

/** Changes that are no expansion, and the reason for which the release before works with them. */
const tolerated = {
  "event_definitions.last_seen_at may be null": "it reads null as the beginning of time, and only shows it",
  "users: users_email is a new rule": "it makes one user, of the first start"
}

const recording = readRecording(released)
const questions = recording.filter(isQuestion)

const client = Layer.fresh(PgDatabase.layerClient)
const migrateReleased = Migrations.migrateTo(released).pipe(Effect.provide(client))
const migrateNewest = Migrations.migrate.pipe(Effect.provide(client))

/** A database as the release before left it, with rows in every table. */
const filled = Effect.gen(function*() {
  yield* migrateReleased
  const old = yield* connect
  const schema = yield* schemaOf(old)
  yield* replay(old, recording)
  return { old, schema, columns: schema.columns }
})

/** The answers with no more columns than the others have. */
const narrowed = (answers: ReadonlyArray<Answer>, like: ReadonlyArray<Answer>): ReadonlyArray<Answer> =>
  answers.map(({ rows, text }, i) => {
    const known = new Set(Object.keys(like[i]?.rows[0] ?? {}))
    return {
      text,
      rows: rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => known.has(column))))
    }
  })

const notOfStatistics = ({ text }: Answer): boolean => !text.includes("pg_stat_")

const services = Domain.layer.pipe(
  Layer.provideMerge(PgStorage.layerPorts),
  Layer.provide(client)
)

const useAsOwner = Effect.fnUntraced(function*(project: Project) {
  const capture = {
    api_key: project.api_token,
    batch: [
      { event: "after the upgrade", distinct_id: "ada", properties: { $set: { plan: "team" } } },
      { event: "after the upgrade", distinct_id: "new" }
    ]
  }
  const ingestion = yield* Ingestion
  yield* ingestion.capture({ body: JSON.stringify(capture), receivedAt: yield* now, ip: undefined, sentAt: undefined })
  const queries = yield* Queries
  const ask = (query: string) =>
    Effect.map(queries.run(project, { query: { kind: "ServiceSqlQuery", query } }), ({ results }) => results)
  assert.deepStrictEqual(
    yield* ask(
      "SELECT event, count() FROM events WHERE distinct_id = 'ada' AND event LIKE '%up%' GROUP BY event ORDER BY event"
    ),
    [["$groupidentify", 2], ["after the upgrade", 1], ["signed up", 1], ["upgraded", 1]]
  )
  assert.deepStrictEqual(yield* ask("SELECT uniq(person_id) FROM events WHERE distinct_id IN ('ada', 'grace')"), [[1]])
})

/** Somebody waits for a table of this database. */
const waitingForLocks = `SELECT 1 FROM pg_locks
  WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

describe("from the release before to this one", () => {
  it.live("no row is lost or changed, and the schema only grows", () =>
    Effect.gen(function*() {
      const { columns, old, schema } = yield* filled
      const before = yield* contentsOf(old, columns)
      for (const [table, rows] of Object.entries(before)) assert.isNotEmpty(rows, `${table} has rows`)
      const places = new Set(before["events"]?.map((row) => row["in"]))
      assert.isAtLeast(places.size, 4, "events are in several partitions")
      const answers = yield* replay(old, questions)

      assert.isNotEmpty(yield* migrateNewest)
      assert.deepStrictEqual(contractions(schema, yield* schemaOf(old)), Object.keys(tolerated))
      assert.deepStrictEqual(yield* contentsOf(old, columns), before)
      assert.deepStrictEqual(narrowed(yield* replay(old, questions), answers), answers)
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("the new code works on the old rows", () =>
    Effect.gen(function*() {
      const { old } = yield* filled
      yield* migrateNewest
      const [key] = yield* rowsOf(old, "SELECT secure_value FROM personal_api_keys")
      yield* Effect.gen(function*() {
        const project = yield* Effect.flatMap(ProjectRepository, (projects) => projects.find(1 as ProjectId)).pipe(
          Effect.flatMap(Effect.fromOption)
        )
        const users = yield* UserRepository
        assert.isTrue(Option.isSome(yield* users.find(1 as UserId)))
        assert.deepStrictEqual((yield* users.memberships(1 as UserId)).map(({ level }) => level), [15])
        const organizations = yield* OrganizationRepository
        assert.lengthOf(yield* organizations.listByIds([project.organization_id]), 1)
        const keys = yield* PersonalApiKeyRepository
        const found = yield* keys.findBySecureValue(key?.["secure_value"] ?? "")
        assert.deepStrictEqual(Option.getOrThrow(found).scopes, ["*"])
        const persons = yield* PersonRepository
        const ada = yield* persons.findByDistinctId(project.id, "ada")
        assert.strictEqual((yield* persons.findByDistinctId(project.id, "hopper"))?.id, ada?.id)
        yield* useAsOwner(project)
      }).pipe(Effect.provide(services))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("the release before works on the new schema and gets the same answers", () =>
    Effect.gen(function*() {
      const answersOn = (migrate: typeof migrateNewest) =>
        Effect.gen(function*() {
          yield* migrate
          return yield* Effect.flatMap(connect, (old) => replay(old, recording))
        }).pipe(Effect.scoped, Effect.provide(Layer.fresh(PgTest.layerEmpty)))
      const before = (yield* answersOn(migrateReleased)).filter(notOfStatistics)
      const after = (yield* answersOn(migrateNewest)).filter(notOfStatistics)
      assert.deepStrictEqual(narrowed(after, before), before)
    }))

  it.live("a migration that fails leaves the database as it was, whichever it is", () =>
    Effect.gen(function*() {
      const newest = yield* Effect.gen(function*() {
        yield* migrateNewest
        return yield* Effect.flatMap(connect, columnsOf)
      }).pipe(Effect.scoped, Effect.provide(Layer.fresh(PgTest.layerEmpty)))
      const { columns, old } = yield* filled
      const before = yield* contentsOf(old, columns)
      const known = new Set(tablesOf(columns))
      const added = tablesOf(newest).filter((table) => !known.has(table))
      assert.isNotEmpty(added)
      for (const table of added) {
        yield* rowsOf(old, `CREATE TABLE "${table}" (in_the_way int)`)
        const there = yield* columnsOf(old)
        assert.isTrue((yield* Effect.exit(migrateNewest))._tag === "Failure", table)
        assert.deepStrictEqual(yield* columnsOf(old), there, table)
        yield* rowsOf(old, `DROP TABLE "${table}"`)
      }
      assert.deepStrictEqual(yield* contentsOf(old, columns), before)
      assert.deepStrictEqual(yield* rowsOf(old, "SELECT max(migration_id) AS last FROM schema_migrations"), [
        { last: String(released) }
      ])
      assert.isNotEmpty(yield* migrateNewest)
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("a migration that meets a long query lets the others pass and tries again", () =>
    Effect.gen(function*() {
      const { old } = yield* filled
      const other = yield* connect
      yield* rowsOf(old, "BEGIN")
      yield* rowsOf(old, "SELECT count(*) FROM users, property_definitions")
      const migrating = yield* Effect.forkScoped(migrateNewest)
      yield* Effect.repeat(rowsOf(other, waitingForLocks), {
        until: (rows) => rows.length > 0,
        schedule: Schedule.spaced("20 millis")
      })
      // It waits behind the migration, which waits for the query; the query goes on.
      assert.lengthOf(yield* rowsOf(other, "SELECT id FROM users"), 1)
      assert.lengthOf(yield* rowsOf(other, "SELECT name FROM property_definitions LIMIT 1"), 1)
      yield* rowsOf(old, "COMMIT")
      assert.isNotEmpty(yield* Fiber.join(migrating))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("a migration that is caught in a deadlock tries again", () =>
    Effect.gen(function*() {
      const { old } = yield* filled
      const other = yield* connect
      yield* rowsOf(old, "BEGIN")
      yield* rowsOf(old, "SELECT count(*) FROM personal_api_keys")
      const migrating = yield* Effect.forkScoped(migrateNewest)
      yield* Effect.repeat(rowsOf(other, waitingForLocks), {
        until: (rows) => rows.length > 0,
        schedule: Schedule.spaced("20 millis")
      })
      // The database ends one of the two; whichever it is, the migration is done in the end.
      yield* Effect.exit(rowsOf(old, "SELECT count(*) FROM event_definitions"))
      yield* rowsOf(old, "ROLLBACK")
      assert.isNotEmpty(yield* Fiber.join(migrating))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("a server that is older than the database starts, and says so", () =>
    Effect.gen(function*() {
      yield* migrateNewest
      const logged: Array<string> = []
      const logger = Logger.layer([Logger.map(Logger.formatJson, (line) => {
        logged.push(line)
      })])
      assert.deepStrictEqual(yield* migrateReleased.pipe(Effect.provide(logger)), [])
      assert.lengthOf(logged, 1)
      assert.match(
        logged[0] ?? "",
        /migrated by a newer release.*"WARN".*0003_create_activity.*0006_create_definitions_versions/
      )
      logged.length = 0
      yield* migrateNewest.pipe(Effect.provide(logger))
      assert.deepStrictEqual(logged, [], "its own schema is nothing to speak of")
    }).pipe(Effect.provide(PgTest.layerEmpty)))
})

describe("a change that is no expansion", () => {
  const column = (fields: Partial<Column>): Column => ({
    table: "t",
    column: "c",
    type: "text",
    isNullable: true,
    hasDefault: false,
    ...fields
  })
  const schema = (columns: ReadonlyArray<Column>, rules: ReadonlyArray<string> = []): Schema => ({ columns, rules })
  const required = column({ column: "d", isNullable: false })
  const before = schema([column({}), required], ["t: t_pkey"])

  it.each<readonly [name: string, after: Schema, found: ReadonlyArray<string>]>([
    ["a dropped column", schema([required]), ["t.c is gone"]],
    ["a renamed column", schema([column({ column: "e" }), required]), ["t.c is gone"]],
    ["another type", schema([column({ type: "integer" }), required]), ["t.c was text and is integer"]],
    [
      "a column that must be given now",
      schema([column({ isNullable: false }), required]),
      ["t.c takes no null any more"]
    ],
    [
      "a column that old readers know to be there",
      schema([column({}), { ...required, isNullable: true }]),
      ["t.d may be null"]
    ],
    [
      "a new column that must be given",
      schema([...before.columns, column({ column: "e", isNullable: false })]),
      ["t.e is new and must be given"]
    ],
    ["a new rule", schema(before.columns, ["t: t_c_unique", "t: t_pkey"]), ["t: t_c_unique is a new rule"]],
    [
      "a new column with a default, a new table with its rules",
      schema(
        [...before.columns, column({ column: "e", isNullable: false, hasDefault: true }), column({ table: "u" })],
        [...before.rules, "u: u_pkey"]
      ),
      []
    ]
  ])("%s", (_, after, found) => {
    assert.deepStrictEqual(contractions(before, after), found)
  })
})
