import { assert, layer } from "@effect/vitest"
import { ProjectData } from "@hedgerow/core/access/ProjectData"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as ClickHouseProjectData from "@hedgerow/storage-clickhouse/deletions/ClickHouseProjectData"
import { withKeys } from "@hedgerow/storage-clickhouse/deletions/DeletionKeys"
import { Effect, Layer } from "effect"
import { clickhouse } from "./EventStoreTest.ts"

/** The projects that were removed from the storage beside ClickHouse. */
const removedBeside: Array<ProjectId> = []

const beside = Layer.succeed(ProjectData, {
  remove: (project) => Effect.sync(() => void removedBeside.push(project)),
  forgetVersions: () => Effect.void,
  removeLog: () => Effect.void
})

const storage = ClickHouseProjectData.layer.pipe(Layer.provide(beside), Layer.provideMerge(clickhouse))

const query = (sql: string) => Effect.map(Effect.flatMap(ClickHouse, (ch) => ch.query({ sql })), ({ rows }) => rows)

const tables = Effect.map(
  query(`SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
    AND name IN (SELECT table FROM system.columns WHERE database = currentDatabase() AND name = 'project_id')`),
  (rows) => rows.map(([name]) => String(name))
)

const countsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const names = yield* tables
  return yield* Effect.forEach(names, (name) =>
    Effect.map(
      query(`SELECT count() FROM ${name} WHERE project_id = ${project}`),
      ([row]) => [name, Number(row?.[0])] as const
    ))
})

layer(storage, { excludeTestServices: true })("removal of a project from ClickHouse", (it) => {
  it.effect("removes its rows from every table that has projects, no row of another one, and from disk", () =>
    Effect.gen(function*() {
      const ch = yield* ClickHouse
      const data = yield* ProjectData
      const [gone, other] = [ProjectId.make(41), ProjectId.make(42)]
      for (const name of yield* tables) {
        // `events_by_person` is filled by the view.
        if (name === "events_by_person") continue
        for (const project of [gone, other]) {
          // Rows of `property_reads` without counts or of the past are removed by themselves.
          const sql = name === "property_reads"
            ? `INSERT INTO ${name} (project_id, day, queries) VALUES (${project}, today(), 1)`
            : `INSERT INTO ${name} (project_id) VALUES (${project})`
          yield* ch.command({ sql })
        }
      }
      const before = yield* countsOf(gone)
      assert.isAtLeast(before.length, 9)
      assert.isTrue(before.every(([, count]) => count === 1), JSON.stringify(before))

      yield* data.remove(gone)
      yield* data.remove(gone)
      assert.deepStrictEqual(removedBeside, [gone, gone])
      assert.isTrue((yield* countsOf(gone)).every(([, count]) => count === 0))
      assert.deepStrictEqual(yield* countsOf(other), before)
      const masked = yield* query(`SELECT table FROM system.parts WHERE database = currentDatabase() AND active
        AND has_lightweight_delete`)
      assert.deepStrictEqual(masked, [])
    }))

  it.effect("drops the keys of its deletions that were cut short, and those of no other project", () =>
    Effect.gen(function*() {
      const data = yield* ProjectData
      for (const project of [51, 5, 511]) {
        const options = { project, deletion: { at: 1 }, keys: { person: ["ada"] } }
        yield* Effect.flip(withKeys(options, () => Effect.fail("cut short")))
      }
      yield* data.remove(ProjectId.make(51))
      const left = yield* query(`SELECT splitByChar('_', name)[2] FROM system.tables
        WHERE database = currentDatabase() AND startsWith(name, 'deletion_') ORDER BY 1`)
      assert.deepStrictEqual(left, [["5"], ["511"]])
    }))

  it.effect("a deletion keeps its keys when another one with equal keys is done", () =>
    Effect.gen(function*() {
      const options = (at: number) => ({ project: 61, deletion: { at }, keys: { person: ["ada"] } })
      const counts: Array<unknown> = []
      yield* withKeys(options(1), (keys) =>
        Effect.gen(function*() {
          yield* withKeys(options(2), () => Effect.void)
          counts.push(...yield* query(`SELECT count() FROM ${keys.name}`))
        }))
      assert.deepStrictEqual(counts.map(String), ["1"])
    }))
})
