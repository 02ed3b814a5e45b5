import { assert, it } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { EventStore } from "@hedgerow/core/events/EventStore"
import { EventWriter } from "@hedgerow/core/events/EventWriter"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { type SelectPlan, selectPlan } from "@hedgerow/sql/plan/Plan"
import { scalar } from "@hedgerow/sql/types/SqlType"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { fixtures } from "@hedgerow/testing/contracts"
import { Duration, Effect, Layer, Option } from "effect"

const eventNames = (project: ProjectId): SelectPlan =>
  selectPlan([{ name: "event", expr: { _tag: "Column", source: "e", name: "event", type: scalar("String") } }], {
    from: { _tag: "Scan", table: "events", tenant: project, alias: "e" }
  })

const options = { projectName: "First", personalApiKey: Option.none(), projectToken: Option.none() }

it.effect("a new storage is empty, and its first project and user have id 1", () =>
  Effect.gen(function*() {
    const projects = yield* ProjectRepository
    assert.isTrue(yield* projects.isEmpty)
    const made = Option.getOrThrow(yield* bootstrap(options))
    assert.deepStrictEqual([made.project.id, made.user.id], [1, 1])
    assert.isTrue(Option.isNone(yield* bootstrap(options)))
    assert.strictEqual((yield* fixtures.makeProject).id, 2)
  }).pipe(Effect.provide(Layer.provideMerge(ActivityLog.layer, MemoryStorage.layer))))

it.effect("each storage has its own rows", () =>
  Effect.gen(function*() {
    yield* fixtures.makeProject.pipe(Effect.provide(MemoryStorage.layer, { local: true }))
    const empty = Effect.flatMap(ProjectRepository, (projects) => projects.isEmpty)
    assert.isTrue(yield* empty.pipe(Effect.provide(MemoryStorage.layer, { local: true })))
  }))

it.effect("a scan is a moment of its own: later writes do not reach it, and kept rows stay the same objects", () =>
  Effect.gen(function*() {
    const { scan } = yield* TableSource
    const writer = yield* EventWriter
    const { id } = yield* fixtures.makeProject
    yield* writer.write([yield* fixtures.makeEvent(id)])
    const before = yield* scan("events", id)
    yield* writer.write([yield* fixtures.makeEvent(id)])
    const after = yield* scan("events", id)
    assert.deepStrictEqual([before.length, after.length], [1, 2])
    assert.strictEqual(after[0], before[0])
  }).pipe(Effect.provide(MemoryStorage.layer)))

it.effect("the query engine reads the rows that the ports wrote, of its project alone", () =>
  Effect.gen(function*() {
    const engine = yield* QueryEngine
    const writer = yield* EventWriter
    const [here, there] = yield* fixtures.makeTwoProjects
    yield* writer.write([
      yield* fixtures.makeEvent(here.id, { event: "gate opened" }),
      yield* fixtures.makeEvent(there.id, { event: "gate closed" })
    ])
    const result = yield* engine.run(eventNames(here.id), { timeout: Duration.seconds(5) })
    assert.deepStrictEqual(result.rows, [["gate opened"]])
  }).pipe(Effect.provide(MemoryStorage.layer)))

it.effect("100,000 events are written in batches, found and not written twice", () =>
  Effect.gen(function*() {
    const writer = yield* EventWriter
    const store = yield* EventStore
    const { id } = yield* fixtures.makeProject
    const template = yield* fixtures.makeEvent(id)
    const batches = Array.from({ length: 100 }, (_, batch) =>
      Array.from({ length: 1000 }, (_, at) => ({ ...template, uuid: numbered(batch * 1000 + at) })))
    for (const batch of batches) {
      assert.strictEqual((yield* writer.write(batch)).appended, 1000)
    }
    for (const batch of batches.slice(0, 10)) {
      assert.strictEqual((yield* writer.write(batch)).appended, 0)
    }
    const found = yield* store.existing(id, [numbered(0), numbered(99_999), numbered(100_000)])
    assert.deepStrictEqual([...found], [numbered(0), numbered(99_999)])
  }).pipe(Effect.provide(MemoryStorage.layer)))

const first = deriveUuid("numbered")
const numbered = (at: number) => `${first.slice(0, -6)}${at.toString(16).padStart(6, "0")}` as typeof first
