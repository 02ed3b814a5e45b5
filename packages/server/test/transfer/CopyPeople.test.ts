import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import { type StartedTestApi, startTestApi } from "@hedgerow/testing"
import { copy, copyReport, copyUntil, type Fetch, named, noteOn, oneOf } from "./CopyCase.ts"
import { json, page, personShape, refusal, shapedSource, type Shapes } from "./ShapedSource.ts"
import { make } from "./SourceProject.ts"

const opened: Array<StartedTestApi> = []
let target: StartedTestApi
beforeEach(async () => {
  target = await startTestApi()
  opened.push(target)
})
afterAll(async () => {
  await Promise.all(opened.map((api) => api.close()))
})

const persons = (count: number) => Array.from({ length: count }, (_, index) => personShape(`person-${index}`))

/** Refuses requests of the target whose address holds this. */
const refusing = (part: string): Fetch => (input, init) =>
  input.includes(part) ? Promise.resolve(refusal(403, "The key may not.")) : target.fetch(input, init)

const personsHere = async () => (await target.query("SELECT count() FROM persons"))[0]?.[0]

describe("persons", () => {
  it("are not made where nobody may look for them", async () => {
    const outcomes = await copy(shapedSource({ "persons/": persons(3) }), target, { through: refusing("/persons/") })
    assert.strictEqual(noteOn(outcomes, "persons", "all of them"), "The key may not.")
    assert.deepStrictEqual([named(outcomes, "made"), await personsHere()], [[], 0])
  })

  it("come in smaller parts where a request is too large, and one that is refused is left out", async () => {
    let [largest, smallest] = [0, 1_000]
    const capturing: Fetch = (input, init) => {
      if (!input.includes("/batch/")) return target.fetch(input, init)
      const { batch } = JSON.parse(String(init.body)) as {
        readonly batch: ReadonlyArray<{ readonly distinct_id: string }>
      }
      largest = Math.max(largest, batch.length)
      if (batch.length > 20) return Promise.resolve(refusal(413, "Too large."))
      smallest = Math.min(smallest, batch.length)
      const at = batch.findIndex(({ distinct_id }) => distinct_id === "person-7")
      if (at < 0) return target.fetch(input, init)
      const body = { type: "validation_error", code: "invalid", detail: "Not this one.", attr: `batch__${at}` }
      return Promise.resolve(json(body, 400))
    }
    const outcomes = await copy(shapedSource({ "persons/": persons(90) }), target, { capturing })
    assert.isAbove(largest, 20)
    assert.isAtMost(smallest, 20)
    assert.strictEqual(await personsHere(), 89)
    assert.deepStrictEqual(named(outcomes, "made"), ["persons 89"])
    assert.strictEqual(noteOn(outcomes, "person", "person-7"), "could not be made")
  })

  it("who cannot be joined are named, and nobody is made by a second run", async () => {
    const long = "x".repeat(250)
    await target.capture({
      event: "$identify",
      distinct_id: "eve",
      properties: { $anon_distinct_id: "a", $set: { b: 1 } }
    })
    const source = shapedSource({
      "persons/": [
        personShape("ada", { distinct_ids: ["ada", "null"] }),
        personShape("bob", { distinct_ids: ["bob", long] }),
        personShape("many", { distinct_ids: Array.from({ length: 1_000 }, (_, index) => `many-${index}`) })
      ]
    })
    const first = await copy(source, target)
    assert.deepStrictEqual(named(first, "made"), ["persons 3"])
    assert.strictEqual(noteOn(first, "person", "ada"), "not joined with null: already another person")
    assert.strictEqual(noteOn(first, "person", "many-0"), "may have more than the 1,000 distinct ids that are listed")
    const second = await copy(source, target)
    assert.deepStrictEqual(named(second, "made"), [])
    assert.deepStrictEqual(named(second, "there"), ["persons 3"])
    assert.strictEqual(noteOn(second, "person", "ada"), "not joined with null: already another person")
  })

  it("whose events nobody takes end as a row of the report, and the records come all the same", async () => {
    const capturing: Fetch = (input, init) =>
      input.includes("/batch/") ? Promise.resolve(refusal(401, "No such project.")) : target.fetch(input, init)
    const source = shapedSource({ "persons/": persons(3), "actions/": [{ id: 1, name: "Paid", steps: [] }] })
    const outcomes = await copy(source, target, { capturing })
    assert.include(noteOn(outcomes, "persons", "all of them"), "No such project.")
    assert.include(named(outcomes, "made"), "action Paid")
  })
})

describe("groups", () => {
  const types = (...names: ReadonlyArray<string>) => () =>
    json(names.map((group_type, group_type_index) => ({ group_type, group_type_index })))
  const groups = (of: Readonly<Record<string, ReadonlyArray<object>>>) => (url: URL) =>
    json({ next: null, previous: null, results: of[url.searchParams.get("group_type_index") ?? ""] ?? [] })
  const group = (key: string) => ({ group_key: key, group_properties: { name: `${key} there` }, created_at: null })
  const identify = (type: string, key: string) =>
    target.capture({
      event: "$groupidentify",
      distinct_id: "ada",
      properties: { $group_type: type, $group_key: key, $group_set: { name: `${key} here` } }
    })
  const here = () => target.query("SELECT index, key, properties.name FROM groups ORDER BY index, key LIMIT 50")
  const about = (index: number): Shapes => ({
    "feature_flags/": [{
      id: 5,
      key: "beta",
      filters: { aggregation_group_type_index: index, groups: [{ properties: [], rollout_percentage: 100 }] },
      active: true
    }]
  })
  const indexOfFlag = async () => (await oneOf(target, "feature_flags/", "beta"))["filters"] as object

  it("are found by the name of their type, whose index is exchanged in what names it", async () => {
    await identify("project", "acme")
    await identify("company", "acme")
    const source = shapedSource({
      ...about(0),
      "groups_types/": types("company"),
      "groups/": groups({ 0: [group("acme"), group("globex")] })
    })
    const outcomes = await copy(source, target)
    assert.deepStrictEqual(named(outcomes, "made"), ["groups of company 1", "flag beta"])
    assert.deepStrictEqual(await here(), [
      [0, "acme", "acme here"],
      [1, "acme", "acme here"],
      [1, "globex", "globex there"]
    ])
    assert.deepInclude(await indexOfFlag(), { aggregation_group_type_index: 1 })
    assert.deepStrictEqual(named(await copy(source, target), "made"), [])
  })

  it("keep their indexes in an empty project, where a type before them has no groups", async () => {
    const source = shapedSource({
      ...about(1),
      "groups_types/": types("project", "company"),
      "groups/": groups({ 1: [group("acme")] })
    })
    await copy(source, target)
    assert.deepStrictEqual(await here(), [[1, "acme", "acme there"]])
    assert.deepInclude(await indexOfFlag(), { aggregation_group_type_index: 1 })
  })

  it("whose type finds no index are left out with what names it", async () => {
    for (const type of ["a", "b", "c", "d", "e"]) await identify(type, "one")
    const source = shapedSource({
      ...about(0),
      "groups_types/": types("company"),
      "groups/": groups({ 0: [group("acme")] })
    })
    for (const isDry of [true, false]) {
      const outcomes = await copy(source, target, { isDry })
      assert.deepStrictEqual(named(outcomes, "left out"), ["group type company", "flag beta"])
      assert.deepStrictEqual(named(outcomes, "made"), [])
    }
  })

  it("are not told again where nobody may look for them", async () => {
    await identify("company", "acme")
    const source = shapedSource({ "groups_types/": types("company"), "groups/": groups({ 0: [group("acme")] }) })
    const outcomes = await copy(source, target, { through: refusing("/query/") })
    assert.strictEqual(noteOn(outcomes, "groups of company", "all of them"), "The key may not.")
    assert.deepStrictEqual(await here(), [[0, "acme", "acme here"]])
  })
})

describe("people", () => {
  it("are each there once after runs that were killed among them", async () => {
    const source = shapedSource({
      "persons/": Array.from(
        { length: 250 },
        (_, index) => personShape(`person-${index}`, { distinct_ids: [`person-${index}`, `device-${index}`] })
      ),
      "groups_types/": () => json([{ group_type: "company", group_type_index: 0 }]),
      "groups/": (url) =>
        page(url, Array.from({ length: 150 }, (_, index) => ({ group_key: `group-${index}`, group_properties: {} })))
    })
    for (const most of [1, 2, 2]) await copyUntil(source, target, most)
    await copy(source, target)
    assert.deepStrictEqual(await target.query("SELECT event, count() FROM events GROUP BY event ORDER BY event"), [
      ["$create_alias", 250],
      // One more tells of the type.
      ["$groupidentify", 151],
      ["$set", 250]
    ])
    assert.strictEqual(await personsHere(), 251)
    assert.deepStrictEqual(await target.query("SELECT count() FROM groups"), [[150]])
  })
})

describe("the members of a static cohort", () => {
  const cohort = { id: 7, name: "Listed", is_static: true, filters: {}, groups: [] }
  const source = (count: number) =>
    shapedSource({ "persons/": persons(count), "cohorts/": [cohort], "cohorts/7/persons/": persons(count) })
  const countHere = async () => (await oneOf(target, "cohorts/", "Listed"))["count"]

  it("come page by page, and the next run adds what an ended one left out", async () => {
    let left = 1
    const through: Fetch = (input, init) => {
      if (init.method === "PATCH" && input.includes("/cohorts/") && --left < 0) throw new Error("ended")
      return target.fetch(input, init)
    }
    const ended = await copyReport(source(250), target, { through })
    assert.strictEqual(ended.failure?._tag, "ProjectApiFailed")
    assert.strictEqual(await countHere(), 100)
    assert.strictEqual(noteOn(await copy(source(250), target), "cohort", "Listed"), "250 members")
    assert.strictEqual(await countHere(), 250)
    let changes = 0
    const counting: Fetch = (input, init) => {
      if (init.method === "PATCH") changes++
      return target.fetch(input, init)
    }
    await copy(source(250), target, { through: counting })
    assert.strictEqual(changes, 0)
  })

  it("are added once the persons have come", async () => {
    const first = await copy(source(3), target, { hasPeople: false })
    assert.strictEqual(noteOn(first, "cohort", "Listed"), "0 of 3 members: the others are no persons here")
    await copy(source(3), target)
    assert.strictEqual(await countHere(), 3)
  })

  it("are not added to a cohort of the same name that has others", async () => {
    await target.capture({ event: "$set", distinct_id: "own", properties: { $set: { plan: "pro" } } })
    await make(target, "cohorts/", { name: "Listed", is_static: true, _create_static_person_ids: ["own"] })
    const outcomes = await copy(source(3), target)
    assert.include(noteOn(outcomes, "cohort", "Listed"), "has other members; they stay as they are")
    assert.strictEqual(await countHere(), 1)
  })

  it("that cannot be read are named as such", async () => {
    const outcomes = await copy(
      shapedSource({ "cohorts/": [cohort], "cohorts/7/persons/": () => refusal(403, "Not you.") }),
      target
    )
    assert.strictEqual(noteOn(outcomes, "cohort", "Listed"), "its members were not copied: Not you.")
  })
})
