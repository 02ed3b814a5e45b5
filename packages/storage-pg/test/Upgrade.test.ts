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
import { Effect, Layer, Option } from "effect"
import { type Column, contentsOf, type Schema, schemaOf } from "./released/Catalog.ts"
import { connect, rowsOf } from "./released/Connection.ts"
import { contractions } from "./released/Contractions.ts"
import { type Answer, isQuestion, readRelease, replay } from "./released/Replay.ts"

/** The last migration of the release before this one; a new release raises it (docs/upgrades.md). */
const released = 1

/** Changes that are no expansion, and the reason for which the release before works with them. */
const tolerated: Readonly<Record<string, string>> = {}

/** Tables that the recorded server has no rows for. */
const unfilled = [
  "accepted_losses",
  "clickhouse_marks",
  "clickhouse_migrations",
  "clickhouse_snapshots",
  "dashboard_texts",
  "event_moves",
  "experiment_daily_results",
  "experiment_recalculations",
  "flag_hash_keys",
  "installation",
  "outbox_consumers",
  "outbox_positions",
  "project_secret_keys",
  "survey_archived_responses",
  "survey_summaries",
  "text_parts"
]

const { statements: recording, ...recorded } = readRelease(released)
const questions = recording.filter(isQuestion)

const client = Layer.fresh(PgDatabase.layerClient)
const migrateReleased = Migrations.migrateWith(
  Effect.map(Migrations.migrations, (all) => all.filter(([id]) => id <= released))
).pipe(Effect.provide(client))
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

describe("from the release before to this one", () => {
  it.live("its migrations make what they made then (after a wanted change of an unreleased one: pnpm record)", () =>
    Effect.gen(function*() {
      yield* migrateReleased
      assert.deepStrictEqual(yield* Effect.flatMap(connect, schemaOf), recorded)
    }).pipe(Effect.scoped, Effect.provide(PgTest.layerEmpty)))

  it.live("no row is lost or changed, and the schema only grows", () =>
    Effect.gen(function*() {
      const { columns, old, schema } = yield* filled
      const before = yield* contentsOf(old, columns)
      const empty = Object.entries(before).filter(([, rows]) => rows.length === 0).map(([table]) => table)
      assert.deepStrictEqual(empty, unfilled)
      const places = new Set(before["events"]?.map((row) => row["in"]))
      assert.isAtLeast(places.size, 4, "events are in several partitions")
      const answers = yield* replay(old, questions)

      yield* migrateNewest
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
})

describe("a change that is no expansion", () => {
  const column = (fields: Partial<Column>): Column => ({
    table: "t",
    column: "c",
    type: "text",
    isNullable: true,
    default: "",
    ...fields
  })
  const key = "t: CREATE UNIQUE INDEX t_pkey ON t (c)"
  const called = "remove_parts: CREATE FUNCTION remove_parts() RETURNS trigger …"
  const schema = (
    columns: ReadonlyArray<Column>,
    rules: ReadonlyArray<string> = [key],
    parts: ReadonlyArray<string> = [called]
  ): Schema => ({ columns, rules, parts })
  const required = column({ column: "d", isNullable: false })
  const before = schema([column({}), required])

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
    ["a new rule", schema(before.columns, ["t: t_check", key]), ["t: t_check is a new rule"]],
    ["a key that inserts rely on", schema(before.columns, []), [`${key} is gone`]],
    ["a function that statements call", schema(before.columns, [key], []), ["remove_parts is gone"]],
    [
      "a new column with a default, a new table with its rules",
      schema(
        [...before.columns, column({ column: "e", isNullable: false, default: "false" }), column({ table: "u" })],
        [...before.rules, "u: u_pkey"]
      ),
      []
    ]
  ])("%s", (_, after, found) => {
    assert.deepStrictEqual(contractions(before, after), found)
  })
})
