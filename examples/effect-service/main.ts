/** The services of the domain inside an Effect program, without HTTP: a flag decides, an event is captured, SQL counts. */
import { FlagEvaluations, Ingestion, Queries } from "@hedgerow/core"
import { now } from "@hedgerow/core/events/EventTime"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { Hedgerow } from "@hedgerow/embed"
import { MemoryStorage } from "@hedgerow/storage-memory"
import { Effect } from "effect"
import assert from "node:assert/strict"

const program = Effect.gen(function*() {
  const { first } = yield* Hedgerow
  const { project, user } = yield* Effect.fromOption(first)

  const flags = yield* FeatureFlags
  yield* flags.create({ project, actor: user }, { key: "beta", filters: { groups: [{ rollout_percentage: 100 }] } })
  const { flags: answers } = yield* (yield* FlagEvaluations).evaluate(project.id, { distinctId: "ada" })

  const event = { api_key: project.api_token, event: "order placed", distinct_id: "ada" }
  const capture = { body: JSON.stringify(event), receivedAt: yield* now, ip: undefined, sentAt: undefined }
  yield* (yield* Ingestion).capture(capture)
  const query = { kind: "ServiceSqlQuery", query: "SELECT event, count() FROM events GROUP BY event" }
  const { results } = yield* (yield* Queries).run(project, { query })
  return { answers, results }
})

const { answers, results } = await Effect.runPromise(
  Effect.provide(program, Hedgerow.layer({ storage: MemoryStorage.layer }))
)
console.log(answers)
assert.deepEqual(results, [["order placed", 1]])
