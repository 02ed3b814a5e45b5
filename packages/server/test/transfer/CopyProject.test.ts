import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ProjectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import { readProject } from "@hedgerow/server/transfer/posthog/ReadProject"
import type { Outcome } from "@hedgerow/server/transfer/posthog/Report"
import { type StartedTestApi, startTestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { all, apiOf, copy, type Fetch, named, oneOf } from "./CopyCase.ts"
import { make, makeSource } from "./SourceProject.ts"

const at = "2026-06-01T12:00:00Z"

/** The source as it shows a flag whose payloads are encrypted, without a secret key in tests. */
const sourceApi = (source: StartedTestApi): ProjectApi =>
  apiOf(source, async (input, init) => {
    const answer = await source.fetch(input, init)
    if (!input.includes("/feature_flags/")) return answer
    const text = (await answer.text()).replaceAll(
      /("key":"sealed".*?"has_encrypted_payloads":)false/g,
      "$1true"
    )
    return new Response(text, { status: answer.status })
  })

/** Everything that a project has of what is copied, but for the ids that are random. */
const contentOf = async (api: StartedTestApi): Promise<ReadonlyArray<string>> => {
  const { records } = await Effect.runPromise(readProject(apiOf(api)))
  const persons = await api.query(
    "SELECT distinct_id, person.properties.plan FROM person_distinct_ids ORDER BY distinct_id LIMIT 100"
  )
  const texts = records.map(({ kind, name, record }) =>
    JSON.stringify([kind.word, name, ...kind.fields.map((field) => record[field]), record["dashboards"]])
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "uuid")
  )
  return [...texts, JSON.stringify(persons)]
}

/** Nobody can read what is sealed. */
const leftOut = ["flag sealed"]

describe("a project is copied", () => {
  let source: StartedTestApi
  beforeAll(async () => {
    source = await startTestApi({ at })
    await makeSource(source)
  })
  afterAll(() => source.close())

  /** A project whose ids are others than those of the source. */
  const startTarget = async () => {
    const target = await startTestApi({ at })
    for (const name of ["One", "Two", "Three"]) {
      await make(target, "cohorts/", { name, is_static: true })
      await make(target, "actions/", { name, steps: [] })
      await make(target, "dashboards/", { name })
    }
    await make(target, "feature_flags/", { key: "other", _should_create_usage_dashboard: false })
    return target
  }

  it("with the ids of what its records name, and a second run changes nothing", async () => {
    const target = await startTarget()
    const first = await copy(sourceApi(source), target)
    assert.deepStrictEqual(named(first, "left out"), leftOut)
    const [pros, payers, payment, base] = await Promise.all([
      oneOf(target, "cohorts/", "Pros"),
      oneOf(target, "cohorts/", "Payers"),
      oneOf(target, "actions/", "Payment"),
      oneOf(target, "feature_flags/", "base")
    ])
    assert.notStrictEqual(pros.id, (await oneOf(source, "cohorts/", "Pros")).id)
    assert.include(JSON.stringify(payers["filters"]), `"key":${payment.id}`)
    assert.include(JSON.stringify(base["filters"]), `"value":${pros.id}`)
    const above = await oneOf(target, "feature_flags/", "above")
    assert.include(JSON.stringify(above["filters"]), `"key":"${base.id}"`)
    const experiment = await oneOf(target, "experiments/", "Prices")
    const holdout = await oneOf(target, "experiment_holdouts/", "Tenth")
    const metric = await oneOf(target, "experiment_saved_metrics/", "Payments")
    assert.deepInclude(experiment, { holdout_id: holdout.id, start_date: "2026-01-02T00:00:00Z" })
    assert.include(JSON.stringify(experiment["saved_metrics"]), `"saved_metric":${metric.id}`)
    assert.include(JSON.stringify(metric["query"]), `"id":${payment.id}`)
    assert.deepInclude(await oneOf(target, "feature_flags/", "prices"), { active: false })
    const insight = await oneOf(target, "insights/", "Paid by cohort")
    assert.include(JSON.stringify(insight["query"]), `"breakdown":[${pros.id},${payers.id}]`)
    const survey = await oneOf(target, "surveys/", "Why?")
    assert.deepInclude(survey, { linked_flag_id: base.id, linked_insight_id: insight.id })
    assert.include(JSON.stringify(survey["conditions"]), `"id":${payment.id}`)
    assert.include(JSON.stringify(survey["targeting_flag"]), `"value":${pros.id}`)
    const variable = await oneOf(target, "insight_variables/", "Country")
    const sql = JSON.stringify(await all(target, "insights/"))
    assert.include(sql, `IN COHORT ${pros.id} AND`)
    assert.include(sql, `"variables":{"${variable.id}":{"variableId":"${variable.id}"`)
    const { id } = await oneOf(target, "dashboards/", "Growth")
    const shown = JSON.stringify(await target.send("GET", `/api/projects/@current/dashboards/${id}/`))
    assert.include(shown, "# Hello")
    assert.include(shown, "\"layouts\":{\"sm\":{\"x\":0,\"y\":1,\"w\":6,\"h\":5}}")
    assert.lengthOf(await all(target, `cohorts/${(await oneOf(target, "cohorts/", "Listed")).id}/persons/`), 2)
    assert.deepStrictEqual(
      await target.query("SELECT distinct_id, person.properties.plan FROM person_distinct_ids ORDER BY 1 LIMIT 9"),
      await source.query("SELECT distinct_id, person.properties.plan FROM person_distinct_ids ORDER BY 1 LIMIT 9")
    )
    assert.deepInclude(await oneOf(target, "event_definitions/", "paid"), { description: "Somebody paid" })

    const before = await contentOf(target)
    const second = await copy(sourceApi(source), target)
    assert.deepStrictEqual(named(second, "made"), [])
    assert.deepStrictEqual(named(second, "left out"), leftOut)
    assert.deepStrictEqual(second.flatMap(({ note = "" }) => note.startsWith("differs") ? [note] : []), [])
    assert.deepStrictEqual(await contentOf(target), before)
    await target.close()
  })

  it("says before what it would make, by the target's own rules, and makes nothing", async () => {
    const target = await startTarget()
    await make(target, "feature_flags/", { key: "base", active: false, _should_create_usage_dashboard: false })
    const before = await contentOf(target)
    const dry = await copy(sourceApi(source), target, { isDry: true })
    assert.deepStrictEqual(await contentOf(target), before)
    const done = await copy(sourceApi(source), target)
    const withoutTiles = (outcomes: ReadonlyArray<Outcome>) => outcomes.filter(({ what }) => what !== "places of tiles")
    assert.deepStrictEqual(named(dry, "made"), named(withoutTiles(done), "made"))
    assert.deepStrictEqual(named(dry, "left out"), named(done, "left out"))
    const flag = dry.find(({ name }) => name === "base")
    assert.deepInclude(flag, { outcome: "there", note: "differs in name, filters, active; left as it is" })
    assert.deepInclude(await oneOf(target, "feature_flags/", "base"), { active: false })
    await target.close()
  })

  it("as a whole by a second run, wherever the first was ended", async () => {
    const whole = await startTarget()
    let changes = 0
    const counting: Fetch = (input, init) => {
      if (init.method !== "GET") changes++
      return whole.fetch(input, init)
    }
    await copy(sourceApi(source), whole, { through: counting })
    const wanted = await contentOf(whole)
    await whole.close()
    assert.isAbove(changes, 15)
    for (let most = 1; most < changes; most += 5) {
      const target = await startTarget()
      let left = most
      const ending: Fetch = async (input, init) => {
        const answer = await target.fetch(input, init)
        // The last change was made, and nobody heard of it.
        if (init.method !== "GET" && --left < 0) throw new Error("ended")
        return answer
      }
      const ended = await copy(sourceApi(source), target, { through: ending }).then(() => "done", () => "ended")
      assert.strictEqual(ended, "ended")
      await copy(sourceApi(source), target)
      assert.deepStrictEqual(await contentOf(target), wanted, `after ${most} changes`)
      await target.close()
    }
  })

  it("beside another project, of which nothing is read", async () => {
    const target = await startTarget()
    const { organization } = await source.send("GET", "/api/projects/@current/") as { readonly organization: string }
    const other = await source.send("POST", `/api/organizations/${organization}/projects/`, { name: "Other" }) as {
      readonly id: number
    }
    await source.send("POST", `/api/projects/${other.id}/feature_flags/`, { key: "secret-of-other" })
    await copy(sourceApi(source), target)
    assert.notInclude(JSON.stringify(await contentOf(target)), "secret-of-other")
    await target.close()
  })
})
