import { assert, layer } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { call, create, FlagApi, good, listed, onFlag, onPerson, when } from "./FlagApi.ts"

const pathOf = ({ id }: JsonRecord, action = "") => `feature_flags/${String(id)}/${action}`

/** Adds a letter to a flag's name on the version that was read, and again as long as somebody else was faster. */
const addLetter = Effect.fnUntraced(function*(flag: JsonRecord) {
  let status = 412
  let tries = 0
  while (status !== 200) {
    tries++
    const read = yield* good("GET", pathOf(flag))
    const change = { name: `${String(read["name"])}x` }
    const answer = yield* call("PATCH", pathOf(flag), change, {
      headers: { "if-match": `"${String(read["version"])}"` }
    })
    assert.include([200, 412], answer.status, answer.text)
    status = answer.status
  }
  return tries
})

const suite = <E>(name: string, storage: Layer.Layer<StoragePorts, E>): void => {
  layer(FlagApi.layerOver(storage), { excludeTestServices: true })(`Flags over HTTP: ${name}`, (it) => {
    it.effect("changes at the same time lose nothing, and each leaves one entry", () =>
      Effect.gen(function*() {
        const flag = yield* create("together")
        const tries = yield* Effect.all(Array.from({ length: 8 }, () => addLetter(flag)), { concurrency: "unbounded" })
        assert.isAbove(Math.max(...tries), 1)
        assert.deepInclude(yield* good("GET", pathOf(flag)), { name: "xxxxxxxx", version: 9 })
        assert.strictEqual((yield* good("GET", pathOf(flag, "activity/")))["total_count"], 9)
        const fields = ["name", "active", "tags", "ensure_experience_continuity"]
        const original_flag = yield* good("GET", pathOf(flag))
        const values = ["mine", false, ["a"], true]
        yield* Effect.all(
          fields.map((field, index) =>
            good("PATCH", pathOf(flag), { version: original_flag["version"], original_flag, [field]: values[index] })
          ),
          { concurrency: "unbounded" }
        )
        const after = yield* good("GET", pathOf(flag))
        assert.deepStrictEqual(fields.map((field) => after[field]), values)
        assert.strictEqual(after["version"], 13)
      }))

    it.effect("of many new flags with one key one is made", () =>
      Effect.gen(function*() {
        const made = yield* Effect.all(
          Array.from({ length: 6 }, () => call("POST", "feature_flags/", { key: "only-one" })),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(made.map(({ status }) => String(status)).toSorted().join(" "), "201 400 400 400 400 400")
        assert.deepStrictEqual(yield* listed("?search=only-one"), ["only-one"])
      }))

    it.effect("a flag's life, from creation to its second key", () =>
      Effect.gen(function*() {
        const { project } = yield* FlagApi
        const see = { event: "seen", distinct_id: "ann", $set: { email: "ann@x.io" } }
        yield* good("POST", "/batch/", { api_key: project.api_token, batch: [see] })
        const filters = {
          groups: [{ properties: [onPerson("@x.io", "icontains")], rollout_percentage: 100, variant: "b" }],
          multivariate: { variants: [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }] },
          payloads: { a: "{\"x\":1}" },
          odd: { "": [null, 1e-7, "é"] }
        }
        const flag = yield* create("life", { filters, tags: ["Checkout"], name: "" })
        assert.deepInclude(yield* good("GET", pathOf(flag)), { filters, tags: ["checkout"], version: 1 })
        const reasons = yield* good("GET", "feature_flags/evaluation_reasons/?distinct_id=ann")
        assert.deepStrictEqual(reasons["life"], {
          value: "b",
          evaluation: { reason: "condition_match", condition_index: 0 }
        })
        const affected = yield* good("POST", "feature_flags/user_blast_radius/", { condition: filters.groups[0] })
        assert.deepInclude(affected, { users_affected: 1, total_users: 1 })
        const child = yield* create("life-child", when(onFlag(flag["id"])))
        const dependents = yield* good("POST", pathOf(flag, "has_active_dependents/"))
        assert.isTrue(dependents["has_active_dependents"])
        assert.deepInclude(yield* good("GET", pathOf(child, "explain/?distinct_id=ann")), { value: true })
        assert.strictEqual((yield* call("PATCH", pathOf(flag), { deleted: true })).status, 400)
        yield* good("PATCH", pathOf(child), { deleted: true })
        const { cohort } = yield* good("POST", pathOf(flag, "create_static_cohort_for_flag/"))
        const cohortPath = `cohorts/${String((cohort as JsonRecord)["id"])}/`
        let settled = yield* good("GET", cohortPath)
        for (let left = 500; left > 0 && settled["is_calculating"] === true; left--) {
          yield* Effect.sleep("20 millis")
          settled = yield* good("GET", cohortPath)
        }
        assert.deepInclude(settled, { count: 1, is_calculating: false })
        yield* good("PATCH", pathOf(flag), { deleted: true })
        assert.deepStrictEqual(yield* listed("?search=life"), [])
        const second = yield* create("life", { filters: {} })
        assert.notStrictEqual(second["id"], flag["id"])
        assert.deepInclude(yield* good("GET", pathOf(flag)), { status: "DELETED" })
        const other = yield* good("POST", "/api/organizations/@current/projects/", { name: "Other" })
        const copied = yield* good("POST", pathOf(second, "copy_to_projects/"), { target_project_ids: [other["id"]] })
        assert.lengthOf(copied["projects"] as ReadonlyArray<unknown>, 1)
        const there = `/api/projects/${String(other["id"])}/feature_flags/`
        assert.strictEqual((yield* good("GET", there))["count"], 1)
        assert.strictEqual((yield* call("GET", `${there}${String(second["id"])}/`)).status, 404)
      }))

    it.effect("the filters of the list agree with each other", () =>
      Effect.gen(function*() {
        yield* create("list-a", { tags: ["list"], evaluation_runtime: "client" })
        yield* create("list-b", { tags: ["list"], active: false })
        const tags = `tags=${encodeURIComponent("[\"list\"]")}`
        assert.deepStrictEqual(yield* listed(`?${tags}&order=-key`), ["list-b", "list-a"])
        assert.deepStrictEqual(yield* listed(`?${tags}&active=true&search=LIST&type=boolean`), ["list-a"])
        assert.deepStrictEqual(yield* listed(`?${tags}&evaluation_runtime=both`), ["list-b"])
        assert.deepStrictEqual(yield* listed(`?${tags}&excluded_properties=${encodeURIComponent("[\"list-a\"]")}`), [
          "list-b"
        ])
        assert.deepStrictEqual(yield* listed(`?${tags}&has_evaluation_tags=true`), [])
        const ids = yield* good("GET", `feature_flags/matching_ids/?${tags}`)
        assert.strictEqual(ids["total"], 2)
        const done = yield* good("POST", "feature_flags/bulk_delete/", { filters: { tags: ["list"] } })
        assert.lengthOf(done["deleted"] as ReadonlyArray<unknown>, 2)
      }))
  })
}

suite("memory", MemoryStorage.layer)
suite("PostgreSQL", PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer)))
