import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { ProjectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import { readProject } from "@hedgerow/server/transfer/posthog/ReadProject"
import type { Outcome } from "@hedgerow/server/transfer/posthog/Report"
import { type StartedTestApi, startTestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { all, apiOf, copy, copyUntil, counting, named, oneOf, read } from "./CopyCase.ts"
import { type Made, make, makeSource } from "./SourceProject.ts"

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

const withoutIds = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => !/(^|_)(id|uuid|at|by)$|^(short_id|results?|version)$/.test(name))
      .map(([name, one]) => [name, withoutIds(one)])
  )
}

/** Fields that are not copied as they are, but made of other parts of a record. */
const otherFields = [
  "conditions",
  "dashboards",
  "holdout_id",
  "linked_flag_id",
  "linked_insight_id",
  "saved_metrics",
  "targeting_flag",
  "tiles"
]

/** The distinct ids of a cohort's members. */
const membersOf = async (api: StartedTestApi, id: string): Promise<ReadonlyArray<unknown>> =>
  (await all(api, `cohorts/${id}/persons/`)).map((person) => JSON.stringify(person["distinct_ids"]))
    .toSorted((a, b) => a.localeCompare(b))

/** Everything that a project has of what is copied, but for the ids that are random. */
const contentOf = async (api: StartedTestApi): Promise<ReadonlyArray<string>> => {
  const { records } = await Effect.runPromise(readProject(apiOf(api)))
  const persons = await api.query(
    "SELECT distinct_id, person.properties.plan FROM person_distinct_ids ORDER BY distinct_id LIMIT 100"
  )
  const events = await api.query("SELECT event, distinct_id, count() FROM events GROUP BY 1, 2 ORDER BY 1, 2 LIMIT 100")
  const members = await Promise.all(
    records.filter(({ kind, record }) => kind.name === "cohorts" && record["is_static"] === true)
      .map(({ id }) => membersOf(api, id))
  )
  const texts = records.map(({ kind, name, record }) =>
    JSON.stringify([
      kind.word,
      name,
      ...kind.fields.map((field) => record[field]),
      ...otherFields.map((field) => field.endsWith("_id") ? record[field] : withoutIds(record[field]))
    ]).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?<=survey-targeting-)[0-9a-f]+/g, "random")
  )
  return [...texts, JSON.stringify(persons), JSON.stringify(events), JSON.stringify(members)]
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

  it("as a whole by a second run, wherever the first was killed", async () => {
    const whole = await startTarget()
    const counted = counting(whole)
    await copy(sourceApi(source), whole, counted.options)
    const wanted = await contentOf(whole)
    await whole.close()
    assert.isAbove(counted.changes(), 15)
    for (let most = 1; most < counted.changes(); most += 4) {
      const target = await startTarget()
      await copyUntil(sourceApi(source), target, most)
      await copy(sourceApi(source), target)
      assert.deepStrictEqual(await contentOf(target), wanted, `after ${most} changes`)
      await target.close()
    }
  })

  it("beside other projects of the source and of the target, which are neither read nor changed", async () => {
    const target = await startTarget()
    const makeOther = async (api: StartedTestApi) => {
      const { organization } = await read(api, "") as unknown as { readonly organization: string }
      const other = await api.send("POST", `/api/organizations/${organization}/projects/`, { name: "Other" }) as Made
      const path = `/api/projects/${other.id}`
      for (const key of ["base", "secret-of-other"]) {
        await api.send("POST", `${path}/feature_flags/`, { key, _should_create_usage_dashboard: false })
      }
      await api.send("POST", `${path}/cohorts/`, { name: "Listed", is_static: true })
      await api.send("POST", `${path}/dashboards/`, { name: "Growth" })
      return async () => {
        const lists = ["feature_flags/", "cohorts/", "dashboards/", "insights/", "persons/", "activity_log/"]
        return JSON.stringify(await Promise.all(lists.map((list) => api.send("GET", `${path}/${list}`))))
      }
    }
    await makeOther(source)
    const contentOfOther = await makeOther(target)
    const before = await contentOfOther()
    const outcomes = await copy(sourceApi(source), target)
    assert.include(named(outcomes, "made"), "flag base")
    assert.notInclude(JSON.stringify([outcomes, await contentOf(target)]), "secret-of-other")
    assert.strictEqual(await contentOfOther(), before)
    await target.close()
  })
})
