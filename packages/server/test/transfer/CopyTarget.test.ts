import { assert, describe, it } from "@effect/vitest"
import { type StartedTestApi, startTestApi } from "@hedgerow/testing"
import {
  all,
  apiOf,
  change,
  copy,
  copyReport,
  type Fetch,
  type Listed,
  named,
  noteOn,
  oneOf,
  read
} from "./CopyCase.ts"
import { make } from "./SourceProject.ts"

const at = "2026-06-01T12:00:00Z"

/** Two projects for one test. */
const withTwo = async (test: (source: StartedTestApi, target: StartedTestApi) => Promise<void>) => {
  const [source, target] = await Promise.all([startTestApi({ at }), startTestApi({ at })])
  await make(target, "feature_flags/", { key: "another-id", _should_create_usage_dashboard: false })
  await test(source, target)
  await Promise.all([source.close(), target.close()])
}

const insight = (name: string, dashboards: ReadonlyArray<number> = []) => ({
  name,
  saved: true,
  dashboards,
  query: { kind: "TrendsQuery", series: [{ kind: "EventsNode", event: name }] }
})

const makeDashboard = async (api: StartedTestApi, name: string, texts: ReadonlyArray<string>) => {
  const made = await make(api, "dashboards/", { name, filters: { date_from: "-30d" } })
  const tiles = texts.map((body) => ({ text: { body }, layouts: { sm: { x: 0, y: 0, w: 6, h: 2 } } }))
  if (tiles.length > 0) await change(api, `dashboards/${made.id}/`, { tiles })
  return made
}

/** The texts and the insights of a dashboard. */
const shownOn = async (api: StartedTestApi, name: string): Promise<ReadonlyArray<unknown>> => {
  const { id } = await oneOf(api, "dashboards/", name)
  const { tiles } = await read(api, `dashboards/${id}/`) as unknown as {
    readonly tiles: ReadonlyArray<{ readonly text: { readonly body: string } | null; readonly insight: Listed | null }>
  }
  return tiles.map(({ insight, text }) => text?.body ?? insight?.["name"])
}

describe("a dashboard that was there", () => {
  it("gets no text and no insight of the source's dashboard of its name", () =>
    withTwo(async (source, target) => {
      const overview = await makeDashboard(source, "Overview", ["Of staging"])
      await make(source, "insights/", insight("Orders", [overview.id]))
      const own = await makeDashboard(target, "Overview", [])
      await make(target, "insights/", insight("Own", [own.id]))
      const outcomes = await copy(apiOf(source), target)
      assert.deepStrictEqual(await shownOn(target, "Overview"), ["Own"])
      assert.strictEqual(noteOn(outcomes, "insight", "Orders"), "not on the dashboard Overview")
    }))

  it("of an earlier run keeps what was corrected in it", () =>
    withTwo(async (source, target) => {
      const overview = await makeDashboard(source, "Overview", ["Numbers of the shpo"])
      await make(source, "insights/", insight("Orders", [overview.id]))
      await copy(apiOf(source), target)
      assert.deepStrictEqual(await shownOn(target, "Overview"), ["Orders", "Numbers of the shpo"])
      const { id } = await oneOf(target, "dashboards/", "Overview")
      const { tiles } = await read(target, `dashboards/${id}/`) as unknown as { readonly tiles: ReadonlyArray<Listed> }
      const text = tiles.find((tile) => tile["text"] !== null)
      await change(target, `dashboards/${id}/`, { tiles: [{ id: text?.id, text: { body: "Numbers of the shop" } }] })
      const again = await copy(apiOf(source), target)
      assert.deepStrictEqual(named(again, "made"), [])
      assert.deepStrictEqual(await shownOn(target, "Overview"), ["Orders", "Numbers of the shop"])
    }))

  it("has the filters that the source shows of a dashboard by itself", () =>
    withTwo(async (source, target) => {
      await makeDashboard(source, "Overview", [])
      assert.notProperty((await all(source, "dashboards/"))[0], "filters")
      await copy(apiOf(source), target)
      const { id } = await oneOf(target, "dashboards/", "Overview")
      assert.deepInclude(await read(target, `dashboards/${id}/`), { filters: { date_from: "-30d" } })
      assert.strictEqual(noteOn(await copy(apiOf(source), target), "dashboard", "Overview"), undefined)
      await change(target, `dashboards/${id}/`, { filters: { date_from: "-7d" } })
      const again = await copy(apiOf(source), target)
      assert.strictEqual(noteOn(again, "dashboard", "Overview"), "differs in filters; left as it is")
    }))

  it("keeps its insights: one that is there is not put on a new one, and the report says so", () =>
    withTwo(async (source, target) => {
      const overview = await makeDashboard(source, "Overview", [])
      await make(source, "insights/", insight("Orders", [overview.id]))
      await make(target, "insights/", insight("Orders"))
      const outcomes = await copy(apiOf(source), target)
      assert.deepStrictEqual(await shownOn(target, "Overview"), [])
      assert.strictEqual(noteOn(outcomes, "insight", "Orders"), "not on the dashboard Overview")
    }))
})

describe("a flag that was there", () => {
  const filters = {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: {
      variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }]
    }
  }
  const flag = (active: boolean, more: object = {}) => ({
    key: "prices",
    active,
    filters,
    _should_create_usage_dashboard: false,
    ...more
  })
  const begun = { name: "Prices", feature_flag_key: "prices", start_date: "2026-01-02T00:00:00Z" }
  const activeOf = async (api: StartedTestApi) => (await oneOf(api, "feature_flags/", "prices"))["active"]
  const versionOf = async (api: StartedTestApi) => (await oneOf(api, "feature_flags/", "prices"))["version"]

  it("and is on stays on, when the source has its experiment's flag off", () =>
    withTwo(async (source, target) => {
      await make(source, "experiments/", begun)
      await change(source, `feature_flags/${(await oneOf(source, "feature_flags/", "prices")).id}/`, { active: false })
      await make(target, "experiments/", begun)
      const version = await versionOf(target)
      const outcomes = await copy(apiOf(source), target)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [true, version])
      assert.include(named(outcomes, "there"), "experiment Prices")
    }))

  it("and was turned on later stays on, though it equals the source's but for that", () =>
    withTwo(async (source, target) => {
      await make(source, "feature_flags/", flag(false))
      await make(source, "experiments/", begun)
      await change(source, `feature_flags/${(await oneOf(source, "feature_flags/", "prices")).id}/`, { active: false })
      await make(target, "feature_flags/", flag(false))
      await make(target, "experiments/", { ...begun, start_date: null })
      await target.moveClock("1 hour")
      await change(target, `feature_flags/${(await oneOf(target, "feature_flags/", "prices")).id}/`, { active: true })
      await copy(apiOf(source), target)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [true, 2])
    }))

  it("and is off is not turned on by a new experiment", () =>
    withTwo(async (source, target) => {
      await make(source, "feature_flags/", flag(true))
      await make(source, "experiments/", begun)
      await make(target, "feature_flags/", flag(false))
      const outcomes = await copy(apiOf(source), target)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [false, 1])
      assert.include(noteOn(outcomes, "experiment", "Prices"), "the flag prices was there and is off")
    }))

  it("and is off at both is not turned on for a moment, unless an ended run made it", () =>
    withTwo(async (source, target) => {
      await make(source, "feature_flags/", flag(false))
      await make(source, "experiments/", begun)
      await change(source, `feature_flags/${(await oneOf(source, "feature_flags/", "prices")).id}/`, { active: false })
      const made = await make(target, "feature_flags/", flag(false))
      await change(target, `feature_flags/${made.id}/`, { name: "Changed" })
      const outcomes = await copy(apiOf(source), target)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [false, 2])
      assert.include(noteOn(outcomes, "experiment", "Prices"), "would turn it on")
    }))

  it("as the copy of a run that ended before it was turned off is turned off by the next", () =>
    withTwo(async (source, target) => {
      await make(source, "feature_flags/", flag(false))
      await make(source, "experiments/", begun)
      await change(source, `feature_flags/${(await oneOf(source, "feature_flags/", "prices")).id}/`, { active: false })
      const through: Fetch = async (input, init) => {
        const answer = await target.fetch(input, init)
        if (init.method === "POST" && input.includes("/experiments/")) throw new Error("ended")
        return answer
      }
      assert.isDefined((await copyReport(apiOf(source), target, { through })).failure)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [true, 2])
      await target.moveClock("1 hour")
      await copy(apiOf(source), target)
      assert.deepStrictEqual([await activeOf(target), await versionOf(target)], [false, 3])
    }))

  it("gets no holdout by a new experiment", () =>
    withTwo(async (source, target) => {
      const holdout = await make(source, "experiment_holdouts/", {
        name: "Tenth",
        filters: [{ properties: [], rollout_percentage: 10 }]
      })
      await make(source, "feature_flags/", flag(true))
      await make(source, "experiments/", { ...begun, holdout_id: holdout.id })
      await make(target, "feature_flags/", flag(true))
      const outcomes = await copy(apiOf(source), target)
      assert.strictEqual(await versionOf(target), 1)
      assert.include(noteOn(outcomes, "experiment", "Prices"), "another holdout")
    }))
})

describe("an archived experiment", () => {
  it("is copied once", () =>
    withTwo(async (source, target) => {
      const made = await make(source, "experiments/", { name: "Old", feature_flag_key: "old" })
      await change(source, `experiments/${made.id}/`, { archived: true })
      assert.include(named(await copy(apiOf(source), target), "made"), "experiment Old")
      const [copied, ...more] = await all(target, "experiments/?archived=true")
      assert.deepInclude(copied, { name: "Old", archived: true })
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(named(await copy(apiOf(source), target), "made"), [])
      assert.lengthOf(await all(target, "experiments/?archived=true"), 1)
    }))
})
