import { assert, describe, it } from "@effect/vitest"
import { namedWait, projectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import { withReferences } from "@hedgerow/server/transfer/posthog/References"
import { startTestApi } from "@hedgerow/testing"
import { Effect, Exit, Redacted } from "effect"
import { copy } from "./CopyCase.ts"
import { makeReference } from "./ReferenceShapes.ts"

const key = Redacted.make("phx_of_reference")

/** The reference service, which answers no other key. */
const apiOf = ({ fetch }: ReturnType<typeof makeReference>) =>
  projectApi({ name: "the reference", base: "https://reference.example/api/projects/1/", key, fetch })

describe("a project of the reference service", () => {
  it("is copied from the shapes that its API answers", async () => {
    const target = await startTestApi()
    const reference = makeReference(4)
    const outcomes = await copy(apiOf(reference), target)
    assert.deepStrictEqual(
      outcomes.filter(({ what }) => !what.startsWith("propert")).map(({ name, note = "", outcome, what }) =>
        [outcome, what, name, note].join("|")
      ).filter((line) => !line.includes("|all of ") && !line.includes("|an unknown number|")),
      [
        "made|persons|250|",
        "made|groups of company|1|",
        "made|cohort|Example people|",
        "made|dashboard|Shop|",
        "made|flag|new-checkout|",
        "left out|flag|gone-cohort|it names the cohort 99, which the source does not list",
        "made|insight|Orders|",
        "made|survey|How was it?|",
        "made|survey|How was it? (2)|renamed: there are several called How was it?",
        "made|survey|Alone|without the insight 98",
        "made|places of tiles|Shop|",
        "left out|annotations|1|Hedgerow has no annotations"
      ]
    )
    assert.include(
      outcomes.filter(({ name }) => name === "an unknown number").map(({ note, what }) => `${what}: ${note}`),
      "alerts: not counted: 403: You do not have permission to perform this action."
    )
    assert.isTrue(reference.asked.every((address) => address.startsWith("https://reference.example/api/projects/1/")))
    assert.deepStrictEqual(
      await target.query("SELECT count(), sum(toFloat(properties.rank)) FROM persons"),
      // One more tells of the groups.
      [[251, 31_375]]
    )
    assert.deepStrictEqual(await target.query("SELECT index, key, properties.name FROM groups"), [[0, "acme", "Acme"]])
    const again = await copy(apiOf(makeReference(1_000)), target)
    assert.deepStrictEqual(again.filter(({ outcome }) => outcome === "made"), [])
    assert.deepStrictEqual(await target.query("SELECT count() FROM events"), [[502]])
    await target.close()
  })

  it("names the wait that an answer asks for", () => {
    const now = Date.parse("2026-01-01T00:00:00Z")
    assert.deepStrictEqual(
      ["7", "Thu, 01 Jan 2026 00:00:09 GMT", "0", "", "soon", null, "999999"].map((header) => namedWait(header, now)),
      [7, 9, 0, undefined, undefined, undefined, 3_600]
    )
  })

  it("is not asked again for a change that may have been made, and no failure has the key", async () => {
    let asked = 0
    const failing = projectApi({
      name: "https://reference.example",
      base: "https://reference.example/api/projects/1/",
      key,
      fetch: () => {
        asked++
        return Promise.reject(new Error("phx_of_reference"))
      }
    })
    const ended = await Effect.runPromiseExit(failing.send("POST", "feature_flags/", {}))
    assert.isTrue(Exit.isFailure(ended))
    assert.strictEqual(asked, 1)
    assert.notInclude(String(ended), "phx_of_reference")
    assert.include(String(ended), "https://reference.example does not answer")
  })
})

describe("ids within records", () => {
  const resolve = (kind: string, id: string) => Number(id) + (kind === "cohorts" ? 100 : 200)
  const cases: ReadonlyArray<readonly [name: string, from: object, to: object]> = [
    ["a cohort as a condition", { key: "id", type: "cohort", value: 7 }, { key: "id", type: "cohort", value: 107 }],
    ["a cohort as a text", { key: "id", type: "static-cohort", value: "7" }, {
      key: "id",
      type: "static-cohort",
      value: "107"
    }],
    ["a property that is called so", { key: "id", type: "person", value: 7 }, { key: "id", type: "person", value: 7 }],
    ["a flag", { key: "7", type: "flag", value: true }, { key: "207", type: "flag", value: true }],
    ["an action", { kind: "ActionsNode", id: 7, math: "dau" }, { kind: "ActionsNode", id: 207, math: "dau" }],
    ["an action of the older form", { type: "actions", id: 7 }, { type: "actions", id: 207 }],
    ["what was done, in a cohort", { event_type: "actions", key: 7 }, { event_type: "actions", key: 207 }],
    ["an event that was done", { event_type: "events", key: "7" }, { event_type: "events", key: "7" }],
    [
      "cohorts to break down by",
      { breakdown_type: "cohort", breakdown: [7, "all", 0] },
      { breakdown_type: "cohort", breakdown: [107, "all", 0] }
    ],
    [
      "a cohort in SQL",
      { kind: "HogQLQuery", query: "SELECT 7 FROM events WHERE person_id IN COHORT 7 OR person_id NOT IN COHORT 7" },
      { kind: "HogQLQuery", query: "SELECT 7 FROM events WHERE person_id IN COHORT 107 OR person_id NOT IN COHORT 107" }
    ],
    [
      "a holdout of a flag",
      { holdout: { id: 7 }, holdout_groups: [{ variant: "holdout-7" }] },
      { holdout: { id: 207 }, holdout_groups: [{ variant: "holdout-207" }] }
    ],
    ["a cohort among several to break down by", { breakdowns: [{ type: "cohort", property: 7 }] }, {
      breakdowns: [{ type: "cohort", property: 107 }]
    }],
    ["an action of an events query", { kind: "EventsQuery", actionId: 7 }, { kind: "EventsQuery", actionId: 207 }],
    ["an action as a conversion", { conversionGoal: { actionId: 7 } }, { conversionGoal: { actionId: 207 } }],
    ["a cohort in a condition of SQL", { type: "hogql", key: "person_id IN COHORT 7" }, {
      type: "hogql",
      key: "person_id IN COHORT 107"
    }],
    ["a cohort in columns and conditions", { select: ["id IN COHORT 7"], where: ["id IN COHORT 7"] }, {
      select: ["id IN COHORT 107"],
      where: ["id IN COHORT 107"]
    }],
    ["a cohort in an aggregate of SQL", { math: "hogql", math_hogql: "countIf(person_id IN COHORT 7)" }, {
      math: "hogql",
      math_hogql: "countIf(person_id IN COHORT 107)"
    }],
    ["a cohort in a breakdown by SQL", { breakdown_type: "hogql", breakdown: "person_id IN COHORT 7" }, {
      breakdown_type: "hogql",
      breakdown: "person_id IN COHORT 107"
    }],
    ["a cohort in one of several breakdowns", { breakdowns: [{ type: "hogql", property: "id IN COHORT 7" }] }, {
      breakdowns: [{ type: "hogql", property: "id IN COHORT 107" }]
    }],
    [
      "the column of the members",
      { kind: "HogQLQuery", query: "SELECT 1 FROM cohort_people p WHERE p.cohort_id = 7 OR cohort_id IN (7, 8)" },
      { kind: "HogQLQuery", query: "SELECT 1 FROM cohort_people p WHERE p.cohort_id = 107 OR cohort_id IN (107, 108)" }
    ],
    [
      "properties, texts and comments that look like it",
      {
        kind: "HogQLQuery",
        query: "SELECT 'IN COHORT 7', \"cohort_id = 7\" FROM events WHERE properties.cohort_id = 7 /* cohort_id = 7 */ "
          + "AND person.properties.cohort_id = 7 AND 'it''s' != 'IN COHORT 7' -- IN COHORT 7"
      },
      {
        kind: "HogQLQuery",
        query: "SELECT 'IN COHORT 7', \"cohort_id = 7\" FROM events WHERE properties.cohort_id = 7 /* cohort_id = 7 */ "
          + "AND person.properties.cohort_id = 7 AND 'it''s' != 'IN COHORT 7' -- IN COHORT 7"
      }
    ],
    ["payloads of a flag", { payloads: { true: { type: "cohort", value: 7 } } }, {
      payloads: { true: { type: "cohort", value: 7 } }
    }],
    [
      "types of groups",
      { aggregation_group_type_index: 0, math_group_type_index: null, breakdown: "$group_0" },
      { aggregation_group_type_index: 200, math_group_type_index: null, breakdown: "$group_200" }
    ],
    ["a type of groups in SQL", { kind: "HogQLQuery", query: "SELECT $group_1, group_1.key, group_1 FROM events" }, {
      kind: "HogQLQuery",
      query: "SELECT $group_201, group_201.key, group_1 FROM events"
    }],
    ["a fingerprint of a metric", { metric_type: "mean", fingerprint: "x" }, { metric_type: "mean" }]
  ]
  it.each(cases)("%s", (_, from, to) => {
    assert.deepStrictEqual(withReferences({ within: [from] }, resolve), { within: [to] })
  })
})
