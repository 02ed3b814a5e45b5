import { assert, type Vitest } from "@effect/vitest"
import { Queries } from "@hedgerow/core/query/Queries"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { Effect, Result } from "effect"
import { hostileQuery } from "./HostileQueries.ts"
import { SqlWorld } from "./SqlWorld.ts"

/** Texts that only rows of the quarry have. */
const marks = ["quarryman", "\"quarry\"", "/quarry", "Quarry"]

/** A query's own texts may contain anything; texts that it does not contain must come from rows. */
const without = (text: string, given: ReadonlyArray<string>): string =>
  given.reduce((left, one) => left.replaceAll(JSON.stringify(one).slice(1, -1), ""), text)

/**
 * Hostile queries of a number of seeds over one project never show anything of another, though some of them have rows.
 */
export const hostileTests = (it: Vitest.MethodsNonLive<Queries | SqlWorld>, first: number, count: number): void => {
  it.effect(`${count} hostile queries see nothing of another project`, () =>
    Effect.gen(function*() {
      const { personId, projects } = yield* SqlWorld
      const queries = yield* Queries
      const victim = { project: projects.quarry.id, person: personId("quarry", "ann") }
      const people = ["ann", "bob", "quarryman", "ghost"].map((id) => personId("quarry", id))
      const seen = { rows: 0, refused: 0 }
      for (let seed = first; seed < first + count; seed++) {
        const { filters, sql, values } = hostileQuery(seed, victim)
        const query = { kind: "ServiceSqlQuery" as const, query: sql, values, filters }
        const answer = yield* Effect.result(queries.run(projects.meadow, { query }))
        if (Result.isFailure(answer)) {
          seen.refused++
          continue
        }
        seen.rows += answer.success.results.length
        const text = without(encodeJson(answer.success.results), [values["hostile"] as string])
        for (const mark of [...marks, ...people]) assert.notInclude(text, mark, `seed ${seed}: ${sql}`)
      }
      assert.isAbove(seen.rows, count / 4)
      assert.isAbove(seen.refused, count / 10)
      assert.isBelow(seen.refused, count * 0.8)
      // The same questions in the quarry find its marks.
      const own = yield* queries.run(projects.quarry, {
        query: { kind: "ServiceSqlQuery", query: "select properties.secret, distinct_id from events" }
      })
      assert.include(encodeJson(own.results), "quarryman")
    }))
}
