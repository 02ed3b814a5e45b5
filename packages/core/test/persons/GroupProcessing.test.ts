import { assert, describe, it } from "@effect/vitest"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { Group } from "@hedgerow/core/persons/Group"
import {
  groupColumns,
  groupTypeNames,
  groupTypeWarnings,
  groupUpdates,
  processGroups
} from "@hedgerow/core/persons/GroupProcessing"
import { maxPersonBytes } from "@hedgerow/core/persons/PersonBatch"
import { Effect } from "effect"
import { captured, project, second } from "./CapturedEvents.ts"

const types = new Map<string, GroupTypeIndex>([["company", 0], ["team", 4]])
const groupIdentify = (type: unknown, key: unknown, set: unknown, at = 0) =>
  captured("$groupidentify", "$company_acme", { $group_type: type, $group_key: key, $group_set: set }, at)

const run = (stored: ReadonlyArray<Group>, ...events: ReadonlyArray<ReturnType<typeof captured>>) =>
  outcomeOf(stored, ...events).changed

const outcomeOf = (stored: ReadonlyArray<Group>, ...events: ReadonlyArray<ReturnType<typeof captured>>) =>
  Effect.runSync(
    Effect.flatMap(groupUpdates(types, events), (updates) => processGroups(project, stored, updates, second(9)))
  )

describe("group types", () => {
  it("are named by $groups and $groupidentify, in order of mention", () => {
    const events = [
      captured("e", "u", { $groups: { team: "t", company: 5, empty: "", nothing: null, "": "x" } }),
      groupIdentify("project", "p", {}),
      captured("e", "u", { $groups: "company", $group_type: "not asked" })
    ]
    assert.deepStrictEqual(Effect.runSync(groupTypeNames(events)), ["team", "company", "project"])
  })

  it("beyond the fifth give a warning", () => {
    assert.deepStrictEqual(groupTypeWarnings(types, ["company", "sixth"]), [
      { type: "group_type_limit_exceeded", subject: "sixth" }
    ])
  })
})

describe("group columns", () => {
  it("hold the key at the type's index", () => {
    assert.deepStrictEqual(groupColumns(types, { $groups: { company: 5, team: "t\0", unknown: "x" } }), {
      group_0: "5",
      group_1: "",
      group_2: "",
      group_3: "",
      group_4: "t\uFFFD"
    })
    assert.strictEqual(groupColumns(types, {}).group_0, "")
  })
})

describe("$groupidentify", () => {
  it("creates a group, then overlays its properties, in order", () => {
    const [group, ...others] = run(
      [],
      groupIdentify("company", "acme", { a: 1, b: 1 }, 1),
      groupIdentify("company", "acme", { a: 2 }, 2)
    )
    assert.deepStrictEqual(others, [])
    assert.deepInclude(group, { group_type_index: 0, group_key: "acme", created_at: second(1), updated_at: second(9) })
    assert.deepStrictEqual(group?.properties, { b: 1, a: 2 })
  })

  it("writes nothing when nothing changes", () => {
    const stored = run([], groupIdentify("company", "acme", { a: 1 }))
    assert.deepStrictEqual(run(stored, groupIdentify("company", "acme", { a: 1 })), [])
    assert.strictEqual(run(stored, groupIdentify("company", "acme", { a: 2 })).length, 1)
  })

  it("does not let properties grow without end", () => {
    const [before] = run([], groupIdentify("company", "acme", { a: 1 }))
    const stored = before === undefined ? [] : [before]
    const large = groupIdentify("company", "acme", { text: "x".repeat(maxPersonBytes) })
    assert.deepStrictEqual(outcomeOf(stored, large), {
      changed: [],
      warnings: [{ type: "group_properties_size_violation", subject: "acme" }]
    })
  })

  it("without type, key or object is nothing or an empty group", () => {
    assert.deepStrictEqual(run([], groupIdentify("unknown", "k", {}), groupIdentify("company", "", {})), [])
    assert.deepStrictEqual(run([], groupIdentify("company", 7, "x")).map((group) => group.group_key), ["7"])
  })
})
