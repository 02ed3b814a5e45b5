import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, type Layer } from "effect"
import { behaviourTests } from "../behaviour/BehaviourContract.ts"
import { pathsTests } from "../paths/PathsContract.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { retentionTests } from "../retention/RetentionContract.ts"
import { askInsight, seedWorld } from "./AskInsight.ts"
import { trendsCases, trendsWorld } from "./TrendsCases.ts"

/** So many random histories are asked about in the ordinary tests; `test:long` asks about more. */
const histories = 10

const trendsProject = 950_000 as ProjectId

/** Every engine answers the cases of the specification alike. */
export const suite = <E>(name: string, storage: Layer.Layer<QueryEngine | SeedTables, E>): void =>
  layer(storage, { timeout: "10 minutes" })(`Insights: ${name}`, (it) => {
    it.effect("trends of the specification", () =>
      Effect.gen(function*() {
        const world = trendsWorld(trendsProject)
        yield* seedWorld(world)
        for (const { gives, name, query } of trendsCases) {
          const { results } = yield* askInsight(answerable(trendsQuery), world, query)
          const found = results as ReadonlyArray<JsonRecord>
          assert.strictEqual(found.length, gives.length, `${name}: ${JSON.stringify(found)}`)
          for (const [index, expected] of gives.entries()) assert.deepInclude(found[index], expected, name)
        }
      }))

    retentionTests(it, histories)
    pathsTests(it, histories)
    behaviourTests(it, histories)
  })
