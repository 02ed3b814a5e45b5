import { assert, layer } from "@effect/vitest"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { type EventTime, now } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Ingestion } from "@hedgerow/core/ingestion/Ingestion"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { OutboxSignals } from "@hedgerow/core/outbox/OutboxSignals"
import { Groups } from "@hedgerow/core/people/Groups"
import { People } from "@hedgerow/core/people/People"
import { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Queries } from "@hedgerow/core/query/Queries"
import { copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { copyBatch } from "@hedgerow/storage-clickhouse/replication/CopyConsumer"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Schema } from "effect"
import * as ClickHouseTest from "../ClickHouseTest.ts"
import { caughtUp, copied, makeCohort, owned, server } from "./Copying.ts"

const letter = Schema.Literals(["a", "b", "c", "d", "e"])
const size = Schema.Literals([1, 2, 3])

/** Something that happens to persons, groups or cohorts, of which there are a few. */
const Change = Schema.Union([
  Schema.Struct({ op: Schema.Literal("person"), of: letter, version: size, also: letter }),
  Schema.Struct({ op: Schema.Literal("merge"), pairs: Schema.Array(Schema.Tuple([letter, letter])) }),
  Schema.Struct({ op: Schema.Literal("override"), from: letter, into: letter }),
  Schema.Struct({ op: Schema.Literal("assign"), id: letter, to: letter }),
  Schema.Struct({ op: Schema.Literal("split"), of: letter, version: size }),
  Schema.Struct({ op: Schema.Literal("group"), key: letter, size }),
  Schema.Struct({ op: Schema.Literals(["join", "stay"]), cohort: size, members: Schema.Array(letter) })
])

/** Changes that are kept together, or not: those of persons that are gone fail. */
const Step = Schema.Struct({ changes: Schema.Array(Change), isKept: Schema.Boolean })

const apply = Effect.fnUntraced(function*(project: ProjectId, change: typeof Change.Type) {
  const persons = yield* PersonRepository
  const id = (name: string) => deriveUuid(project, name)
  switch (change.op) {
    case "person": {
      const { also, of, version } = change
      const properties = { name: `${of} 'quoted' \\ 🌿`, version, big: 1e21, nested: { also } }
      return yield* fixtures.captured(
        persons.apply(project, fixtures.newPerson(project, [of, `${of}${also}`], { properties, version }))
      )
    }
    case "merge": {
      const merged = change.pairs.map(([from, into]) => ({ from: id(from), into: id(into) }))
      return yield* fixtures.captured(persons.apply(project, fixtures.personChanges({ merged })))
    }
    case "override": {
      const overridden = [{ from: id(`personless ${change.from}`), into: id(change.into) }]
      return yield* fixtures.captured(persons.apply(project, fixtures.personChanges({ overridden })))
    }
    case "assign": {
      const assigned = [{ distinctId: change.id, personId: id(change.to) }]
      return yield* fixtures.captured(persons.apply(project, fixtures.personChanges({ assigned })))
    }
    case "split": {
      const { of, version } = change
      return yield* fixtures.captured(
        persons.apply(project, { ...fixtures.newPerson(project, [of], { version }), returned: [id(of)] })
      )
    }
    case "join":
    case "stay": {
      const cohorts = yield* CohortRepository
      const cohort = (yield* cohorts.all(project))[change.cohort - 1]?.id ?? 1 as CohortId
      const members = change.members.map(id)
      if (change.op === "join") return yield* fixtures.captured(cohorts.addMembers(project, cohort, members))
      const range = { after: undefined, until: change.cohort === 1 ? undefined : id("a") }
      return yield* fixtures.captured(cohorts.replaceMembers(project, cohort, range, members))
    }
    case "group": {
      const group = new Group({
        project_id: project,
        group_type_index: 1,
        group_key: change.key,
        properties: { size: change.size },
        created_at: -1 as EventTime,
        updated_at: change.size as EventTime
      })
      return yield* fixtures.captured((yield* GroupRepository).save(project, [group]))
    }
  }
})

const take = Effect.fnUntraced(function*(project: ProjectId, { changes, isKept }: typeof Step.Type) {
  const { run } = yield* Transaction
  const all = Effect.forEach(changes, (change) => apply(project, change), { discard: true })
  yield* Effect.exit(run(isKept ? all : Effect.andThen(all, Effect.fail("no"))))
})

const everybody: typeof Step.Type = {
  isKept: true,
  changes: [
    ...letter.literals.map((of) => ({ op: "person", of, version: 1, also: of }) as const),
    { op: "join", cohort: 1, members: letter.literals },
    { op: "join", cohort: 2, members: ["a", "b"] }
  ]
}

/** The project's rows of the outbox once more, in parts and the last part first. */
const deliverAgain = Effect.fnUntraced(function*(project: ProjectId, chunkSize: number) {
  const outbox = yield* OutboxRepository
  const { rows } = yield* outbox.read(project, { after: beforeAll, topics: copyTopics, limit: 10_000 })
  const parts = Array.from(
    { length: Math.ceil(rows.length / chunkSize) },
    (_, i) => rows.slice(i * chunkSize, (i + 1) * chunkSize)
  )
  yield* Effect.forEach(parts.toReversed(), (part) => copyBatch({ project, rows: part }), { discard: true })
})

let projects = 1_000
const nextProject = Effect.sync(() => (projects += 1) as ProjectId)

const capture = Effect.fnUntraced(function*(token: string, batch: ReadonlyArray<object>) {
  const ingestion = yield* Ingestion
  const body = JSON.stringify({ api_key: token, batch })
  yield* ingestion.capture({ body, receivedAt: yield* now, ip: undefined, sentAt: undefined })
})

const world = server.pipe(
  Layer.provideMerge(ClickHouseTest.layer),
  Layer.provideMerge(PgTest.layer)
)

/** Tests that copies follow random histories of changes. */
export const copiesFollow = (histories: number) => {
  layer(world, { excludeTestServices: true, timeout: "10 minutes" })("copies that follow PostgreSQL", (it) => {
    it.effect.prop(
      "equal its tables after any changes, also when rows come again, and those of another project stay",
      [Schema.Array(Step).check(Schema.isMaxLength(8)), size],
      Effect.fnUntraced(function*([steps, chunkSize]) {
        const [here, there] = [yield* nextProject, yield* nextProject]
        yield* Effect.forEach([here, here, here, there], makeCohort, { discard: true })
        yield* apply(there, { op: "person", of: "a", version: 1, also: "b" })
        yield* apply(there, { op: "join", cohort: 1, members: ["a"] })
        const elsewhere = yield* owned(there)
        yield* Effect.forEach([everybody, ...steps], (step) => take(here, step), { discard: true })
        assert.deepStrictEqual([yield* caughtUp(here), yield* caughtUp(there)], [true, true])
        assert.deepStrictEqual(yield* copied(here), yield* owned(here))
        yield* deliverAgain(here, chunkSize)
        assert.deepStrictEqual(yield* copied(here), yield* owned(here))
        assert.deepStrictEqual(yield* copied(there), elsewhere)
      }),
      { arbitrary: { runs: histories } }
    )

    it.effect("a query sees the persons, merges and groups of the capture before it", () =>
      Effect.gen(function*() {
        const project = yield* fixtures.makeProject
        const queries = yield* Queries
        const ask = (query: string) => queries.run(project, { query: { kind: "ServiceSqlQuery", query } })
        for (const plan of ["free", "pro", "enterprise"]) {
          const known = { event: "seen", distinct_id: "ada", properties: { $set: { plan } } }
          yield* capture(project.api_token, [known, { event: "seen", distinct_id: `anon ${plan}` }])
          const persons = yield* ask("SELECT properties.plan FROM persons WHERE properties.plan IS NOT NULL")
          assert.deepStrictEqual([persons.results, persons.warnings], [[[plan]], []])
          const ids = { distinct_id: "ada", $anon_distinct_id: `anon ${plan}` }
          yield* capture(project.api_token, [{ event: "$identify", distinct_id: "ada", properties: ids }])
          const people = yield* ask("SELECT uniq(person_id) FROM events")
          assert.deepStrictEqual([people.results, people.warnings], [[[1]], []])
          const group = { $group_type: "company", $group_key: "acme", $group_set: { plan } }
          yield* capture(project.api_token, [{ event: "$groupidentify", distinct_id: "ada", properties: group }])
          const groups = yield* ask("SELECT properties.plan FROM groups")
          assert.deepStrictEqual([groups.results, groups.warnings], [[[plan]], []])
        }
      }))

    it.effect("a query sees the groups that the API made, and the properties that it set and removed", () =>
      Effect.gen(function*() {
        const project = yield* fixtures.makeProject
        const groups = yield* Groups
        const queries = yield* Queries
        const ask = Effect.fnUntraced(function*() {
          const query = "SELECT key, properties.plan FROM groups ORDER BY key"
          const { results, warnings } = yield* queries.run(project, { query: { kind: "ServiceSqlQuery", query } })
          assert.deepStrictEqual(warnings, [])
          return results
        })
        const by = { project, actor: "system" } as const
        const oak = { group_type_index: 0, group_key: "oak" } as const
        const group = { $group_type: "company", $group_key: "ash", $group_set: { plan: "free" } }
        yield* capture(project.api_token, [{ event: "$groupidentify", distinct_id: "ada", properties: group }])
        yield* groups.create(by, { ...oak, group_properties: { plan: "pro" } })
        assert.deepStrictEqual(yield* ask(), [["ash", "free"], ["oak", "pro"]])
        yield* groups.setProperty(by, oak, { plan: "enterprise" })
        assert.deepStrictEqual(yield* ask(), [["ash", "free"], ["oak", "enterprise"]])
        yield* groups.unsetProperty(by, oak, "plan")
        assert.deepStrictEqual(yield* ask(), [["ash", "free"], ["oak", null]])
      }))

    it.effect("a query sees the persons of a split, each with its events", () =>
      Effect.gen(function*() {
        const project = yield* fixtures.makeProject
        const queries = yield* Queries
        const ask = Effect.fnUntraced(function*(query: string) {
          const { results, warnings } = yield* queries.run(project, { query: { kind: "ServiceSqlQuery", query } })
          assert.deepStrictEqual(warnings, [])
          return results
        })
        const [ann, ben] = [derivePersonId(project.id, "ann"), derivePersonId(project.id, "ben")]
        const counts = "SELECT person_id, count() FROM events GROUP BY person_id ORDER BY count()"
        const ofAnn = `SELECT count() FROM events WHERE person_id = '${ann}'`
        const alias = { event: "$create_alias", distinct_id: "ben", properties: { alias: "ann" } }
        const seen = ["ann", "ben"].map((distinct_id) => ({ event: "seen", distinct_id }))
        yield* capture(project.api_token, [...seen, alias])
        assert.deepStrictEqual([yield* ask(counts), yield* ask(ofAnn)], [[[ben, 3]], [[0]]])
        yield* (yield* People).split({ project, actor: "system" }, ben, "ben")
        assert.deepStrictEqual([yield* ask(counts), yield* ask(ofAnn)], [[[ann, 1], [ben, 2]], [[1]]])
        assert.deepStrictEqual(
          yield* ask("SELECT id FROM persons ORDER BY id"),
          [ann, ben].toSorted().map((id) => [id])
        )
      }))

    it.effect("the consumers of this process hear of a change as soon as it is committed", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const signals = yield* OutboxSignals
        const project = yield* nextProject
        const heard: Array<string> = []
        yield* signals.listen((of, topic) => {
          if (of === project) heard.push(topic)
        })
        yield* run(Effect.gen(function*() {
          yield* apply(project, { op: "person", of: "a", version: 1, also: "a" })
          yield* apply(project, { op: "group", key: "b", size: 1 })
          assert.deepStrictEqual(heard, [])
        }))
        assert.deepStrictEqual(heard, ["persons", "person_distinct_ids", "person_distinct_ids", "groups"])
      }))
  })
}
