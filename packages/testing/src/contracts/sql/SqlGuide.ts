import { assert, layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeCohort } from "../cohorts/CohortFixtures.ts"
import type { SentEvent } from "./data/SentEvent.ts"
import type { Rows } from "./SqlCase.ts"
import { capture, makeProject } from "./SqlWorld.ts"

/** A statement of the guide, and the rows that the page shows under it. */
interface GuideExample {
  readonly sql: string
  readonly rows: Rows | undefined
}

interface Guide {
  readonly batch: ReadonlyArray<SentEvent>
  readonly examples: ReadonlyArray<GuideExample>
}

/** The events that the guide sends first, and its statements. */
const guideOf = (page: string): Guide => {
  const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text = ""]) => ({ language, text }))
  const [, body = ""] = /-d '(\{[^']*"batch"[^']*)'/.exec(page) ?? []
  return {
    batch: JSON.parse(body).batch,
    examples: blocks.flatMap(({ language, text }, place) => {
      const next = blocks[place + 1]
      const rows = next?.language === "json" ? JSON.parse(next.text) : undefined
      return language === "sql" ? [{ sql: text.trim(), rows }] : []
    })
  }
}

class GuideProject
  extends Context.Service<GuideProject, Project>()("@hedgerow/testing/contracts/sql/SqlGuide/GuideProject")
{
  static readonly layer = (batch: Guide["batch"]) =>
    Layer.effect(
      GuideProject,
      Effect.gen(function*() {
        const project = yield* makeProject("Guide")
        yield* capture(project, batch)
        yield* makeCohort(project.id, { name: "Regulars", is_static: true })
        return project
      })
    )
}

/** The time at which the guide is read: after all of its events. */
const clock = Layer.effectDiscard(Effect.suspend(() => TestClock.setTime(Date.UTC(2026, 0, 20, 12))))

const answerOf = Effect.fnUntraced(function*(query: string) {
  const queries = yield* Queries
  return yield* queries.run(yield* GuideProject, { query: { kind: "ServiceSqlQuery", query } })
})

/** The lines of an explanation up to the rows that would be read, which each engine estimates in its own way. */
const stepsOf = (rows: Rows): ReadonlyArray<unknown> => {
  const lines = rows.map(([line]) => typeof line === "string" ? line : "")
  const place = lines.findIndex((line) => line.startsWith("Rows read"))
  assert.match(lines[place] ?? "", /^Rows read: about [1-9]\d*$/)
  return lines.slice(0, place)
}

/** Every statement of the guide has the rows under it on every storage; `page` is the text of `docs/sql.md`. */
export const suite = <E>(name: string, layer: Layer.Layer<StoragePorts, E>, page: string): void => {
  const { batch, examples } = guideOf(page)
  const world = GuideProject.layer(batch).pipe(
    Layer.provideMerge(Domain.layer),
    Layer.provideMerge(layer.pipe(Layer.provide(clock)))
  )
  withLayer(world)(`${name}: the guide of SQL`, (it) => {
    it.effect("has the rows that it shows", () =>
      Effect.gen(function*() {
        assert.isAtLeast(examples.length, 20)
        for (const { rows, sql } of examples) {
          const { results } = yield* answerOf(sql)
          if (rows === undefined) continue
          if (sql.startsWith("EXPLAIN")) assert.deepStrictEqual(stepsOf(results), stepsOf(rows), sql)
          else assert.strictEqual(encodeJson(results), encodeJson(rows), sql)
        }
      }))

    it.effect("explains: a bare count reads the rows that it counts", () =>
      Effect.gen(function*() {
        for (
          const sql of [
            "SELECT count() FROM events",
            "SELECT uniq(person_id) FROM events",
            "SELECT count() FROM persons"
          ]
        ) {
          const { results } = yield* answerOf(`EXPLAIN ${sql}`)
          assert.isAtLeast(stepsOf(results).length, 3)
        }
      }))
  })
}
