import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { personCopied } from "@hedgerow/core/persons/CopiedPersons"
import { Person } from "@hedgerow/core/persons/Person"
import type { CopyMessage, CopyTopic } from "@hedgerow/core/replication/CopyChanges"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { copyBatch } from "@hedgerow/storage-clickhouse/replication/CopyConsumer"
import { copySnapshot, CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import { Effect, Layer } from "effect"
import { clickhouse } from "../EventStoreTest.ts"

const text = "x".repeat(600_000)

const personOf = (project: ProjectId, n: number): CopyMessage<"persons"> =>
  personCopied(
    new Person({
      project_id: project,
      id: deriveUuid("large", project, n),
      created_at: n as EventTime,
      properties: { text },
      is_identified: true,
      version: 1
    })
  )

const isOf = <T extends CopyTopic>(topic: T) => (message: CopyMessage): message is CopyMessage & CopyMessage<T> =>
  message.topic === topic

/** An engine that records the size of each insert's text. */
const measured = (sizes: Array<number>) =>
  Layer.effect(
    ClickHouse,
    Effect.map(ClickHouse, (engine) =>
      ClickHouse.of({
        ...engine,
        insert: (table, columns, rows, options) => {
          sizes.push(rows.length)
          return engine.insert(table, columns, rows, options)
        }
      }))
  )

const countOf = Effect.fnUntraced(function*(project: ProjectId) {
  const engine = yield* ClickHouse
  const { rows } = yield* engine.query({
    sql: `SELECT count(), uniqExact(id) FROM ${engine.database}.persons FINAL WHERE project_id = {project:Int32}`,
    params: { project }
  })
  return rows[0]?.map(Number)
})

layer(clickhouse, { excludeTestServices: true })("copies of large persons", (it) => {
  it.effect("go into inserts of a bounded size", () =>
    Effect.gen(function*() {
      const project = 1 as ProjectId
      const sizes: Array<number> = []
      const rows = Array.from({ length: 40 }, (_, n) => ({ ...personOf(project, n), position: n + 1 }))
      yield* copyBatch({ project, rows }).pipe(Effect.provide(measured(sizes)))
      assert.isAbove(sizes.length, 2)
      assert.isAtMost(Math.max(...sizes), 8 * 1024 * 1024)
      assert.deepStrictEqual(yield* countOf(project), [40, 40])
    }))

  it.effect("are read in smaller pages for a snapshot, once the first was large", () =>
    Effect.gen(function*() {
      const project = 2 as ProjectId
      const sizes: Array<number> = []
      const limits: Array<number> = []
      const total = 115
      const all: ReadonlyArray<CopyMessage> = Array.from({ length: total }, (_, n) => personOf(project, n))
      const source = Layer.mock(CopySource)({
        head: () => Effect.succeed(1),
        page: (topic, _, after, limit) => {
          if (topic !== "persons") return Effect.succeed([])
          limits.push(limit)
          const first = after === undefined ? 0 : all.findIndex(({ key }) => key === after) + 1
          return Effect.succeed(all.slice(first, first + limit).filter(isOf(topic)))
        }
      })
      yield* copySnapshot(project).pipe(Effect.provide(Layer.merge(source, measured(sizes))))
      assert.deepStrictEqual(limits, [100, 6, 6, 6])
      assert.isAtMost(Math.max(...sizes), 8 * 1024 * 1024)
      assert.deepStrictEqual(yield* countOf(project), [total, total])
    }))
})
