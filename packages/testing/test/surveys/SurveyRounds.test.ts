import { assert, layer } from "@effect/vitest"
import type { Job } from "@hedgerow/core/jobs/Job"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { sweepHandler } from "@hedgerow/core/surveys/schedule/SurveyJobHandlers"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, forPlan, open, part, patch, read } from "./SurveyApi.ts"

const hoursAgo = (hours: number) =>
  Effect.map(DateTime.now, (now) => DateTime.formatIso(DateTime.subtract(now, { hours })))

const entriesOf = ({ id }: JsonRecord) =>
  Effect.map(
    good("GET", `surveys/${String(id)}/activity/`),
    ({ results }) =>
      (results as ReadonlyArray<JsonRecord>).map((
        { activity, user }
      ) => [activity, (user as JsonRecord)["is_system"] ?? false])
  )

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  layer(FlagApi.layerOver(storage), { excludeTestServices: true })(`Surveys over HTTP: ${name}`, (it) => {
    it.effect("a survey is made, changed, read, listed and removed with its flags", () =>
      Effect.gen(function*() {
        const made = yield* create("Whole", {
          questions: [open("Ünïcode \"quoted\"?")],
          targeting_flag_filters: forPlan("pro"),
          translations: { de: { name: "Ganz" } },
          response_sampling_start_date: yield* hoursAgo(0),
          response_sampling_interval: 1,
          response_sampling_limit: 10
        })
        const begun = yield* patch(made, {
          start_date: yield* hoursAgo(0),
          iteration_count: 2,
          iteration_frequency_days: 7
        })
        assert.deepStrictEqual(yield* read(made), begun)
        assert.strictEqual((begun["response_sampling_daily_limits"] as ReadonlyArray<unknown>).length, 7)
        assert.strictEqual((begun["iteration_start_dates"] as ReadonlyArray<unknown>).length, 2)
        const { results } = yield* good("GET", "surveys/?search=who")
        assert.deepStrictEqual(results, [begun])
        assert.strictEqual((yield* call("DELETE", `surveys/${String(made["id"])}/`)).status, 204)
        const flag = yield* good("GET", `feature_flags/${String(part(made, "internal_targeting_flag")["id"])}/`)
        assert.deepInclude(flag, { deleted: true })
      }))

    it.effect("of many new surveys with one name one is made, and no flag of the others is left", () =>
      Effect.gen(function*() {
        const before = (yield* good("GET", "feature_flags/activity/"))["total_count"]
        const made = yield* Effect.all(
          Array.from({ length: 6 }, () => call("POST", "surveys/", { name: "only one", type: "api" })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(made.map(({ status }) => String(status)).toSorted().join(" "), "201 400 400 400 400 400")
        const after = (yield* good("GET", "feature_flags/activity/"))["total_count"]
        assert.strictEqual(Number(after), Number(before) + 1)
      }))

    it.effect("an iteration rolls over once, for any number of readers", () =>
      Effect.gen(function*() {
        const plan = { iteration_count: 3, iteration_frequency_days: 1 }
        const made = yield* create("Rolling", { ...plan, start_date: yield* hoursAgo(36) })
        const seen = yield* Effect.all(Array.from({ length: 8 }, () => read(made)), { concurrency: "unbounded" })
        for (const survey of seen) assert.strictEqual(survey["current_iteration"], 2)
        assert.deepStrictEqual(yield* entriesOf(made), [["updated", true], ["created", false]])
        const over = yield* create("Over", { ...plan, start_date: yield* hoursAgo(240) })
        const ended = yield* Effect.all(Array.from({ length: 8 }, () => read(over)), { concurrency: "unbounded" })
        assert.strictEqual(new Set(ended.map(({ end_date }) => end_date)).size, 1)
        assert.isString(ended[0]?.["end_date"])
        assert.deepStrictEqual(yield* entriesOf(over), [["updated", true], ["created", false]])
      }))

    it.effect("a look at a survey finds nothing to do twice, and none at one that is gone", () =>
      Effect.gen(function*() {
        const { project } = yield* FlagApi
        const surveys = yield* Surveys
        const made = yield* create("Looked at", { start_date: yield* hoursAgo(1), responses_limit: 1 })
        const row = (yield* (yield* SurveyRepository).all(project.id)).find(({ id }) => id === made["id"])
        if (row === undefined) return yield* Effect.die(new Error("It is stored."))
        yield* good("POST", "/batch/", {
          api_key: project.api_token,
          batch: [{ event: "survey sent", distinct_id: "ada", properties: { $survey_id: made["id"] } }]
        })
        const looks = Array.from({ length: 6 }, () => surveys.settle(project.id, row.id))
        yield* Effect.all(looks, { concurrency: "unbounded" })
        assert.isString((yield* read(made))["end_date"])
        assert.deepStrictEqual(yield* entriesOf(made), [["updated", true], ["created", false]])
        yield* call("DELETE", `surveys/${String(made["id"])}/`)
        yield* surveys.settle(project.id, row.id)
      }))

    it.effect("the daily look asks for one at each survey that runs and has a plan", () =>
      Effect.gen(function*() {
        const { project } = yield* FlagApi
        const jobs = yield* Jobs
        const next = yield* create("Planned", {
          start_date: yield* hoursAgo(0),
          iteration_count: 2,
          iteration_frequency_days: 7
        })
        const handler = yield* sweepHandler
        yield* handler.run({ payload: {}, project_id: null } as Job)
        const { items } = yield* jobs.list(project.id, { failed: false, limit: 100, offset: 0 })
        assert.isTrue(items.some(({ unique_key }) => unique_key === next["id"]))
      }))
  })
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
