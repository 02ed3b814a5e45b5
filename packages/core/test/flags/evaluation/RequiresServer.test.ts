import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { compileFlags, type FlagSources } from "@hedgerow/core/evaluation/CompiledFlags"
import type { FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import { requiresServer } from "@hedgerow/core/evaluation/RequiresServer"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime, Effect, Schema } from "effect"
import { compile, condition, makeCohort, makeFlag, person } from "./EvaluationWorld.ts"
import { posthogNode } from "./PosthogNode.ts"
import { type Dice, makeDice, randomCohorts, randomFlag, randomProperties } from "./RandomFlags.ts"

const everything = { sendCohorts: true, isShown: () => true }
const groupTypes = new Map([["organization", 0], ["project", 1]] as const)

/** Values that a client reads like the server: patterns are left to the server for other letters than those of ASCII. */
const fullProperties = (dice: Dice, now: DateTime.Utc): JsonRecord => {
  const given = {
    text: "plan",
    list: ["x"],
    truth: true,
    decimal: 0.5,
    version: "1.2.3",
    when: "2024-02-29",
    ...randomProperties(dice, now)
  }
  return { ...given, text: /^[ -~]*$/.test(given.text) ? given.text : "x" }
}

const oddFilters: ReadonlyArray<JsonRecord> = [
  person("text", "many", "gt"),
  person("decimal", "1 day", "lte"),
  person("decimal", 1),
  person("decimal", [0, 2], "between"),
  person("when", "2024-02-29", "is_date_exact"),
  person("when", "soon", "is_date_before"),
  person("version", "01.2", "semver_gt"),
  person("version", "*", "semver_wildcard"),
  person("text", "(?=a)", "regex"),
  person("text", "^(?!plan).*e$", "regex"),
  person("text", "(?<!e)n", "not_regex"),
  person("text", "(a)|b\\1", "regex"),
  person("text", "a++", "regex"),
  person("text", "[a&&b]", "regex"),
  person("text", ["a"], "icontains_multi"),
  { key: "id", type: "cohort", value: 4 },
  { key: "999", type: "flag", value: true, operator: "flag_evaluates_to" }
]

const withOdds = (dice: Dice, flag: FlagSource): FlagSource =>
  dice.chance(90)
    ? flag
    : { ...flag, filters: { ...flag.filters, groups: [condition([dice.oneOf(oddFilters)], 100)] } }

/** The number of flags that are not marked, after a client has decided each of them for every user. */
const decide = Effect.fnUntraced(function*(seed: number, flagCount: number, userCount: number) {
  const dice = makeDice(seed)
  const flags = Array.from({ length: flagCount }, (_, index) => withOdds(dice, randomFlag(dice, index + 1)))
  const sources: FlagSources = { flags, cohorts: randomCohorts(dice), groupTypes, timeZone: "UTC" }
  const compiled = compileFlags(sources)
  const unmarked = flags.filter((flag) => !requiresServer(compiled, flag, everything))
  const client = yield* posthogNode(sources)
  const now = yield* DateTime.now
  for (let user = 0; user < userCount; user++) {
    const personProperties = { ...fullProperties(dice, now), $device_id: `device-${user}` }
    const groupProperties = { organization: fullProperties(dice, now), project: fullProperties(dice, now) }
    const values = yield* Effect.promise(() =>
      client.getAllFlags(`user-${user}`, {
        onlyEvaluateLocally: true,
        groups: { organization: "org-1", project: "p-2" },
        personProperties,
        groupProperties
      })
    )
    for (const { filters, key } of unmarked) {
      if (values[key] === undefined) {
        assert.fail(`${key} ${JSON.stringify({ seed, filters, personProperties, groupProperties })}`)
      }
    }
  }
  return unmarked.length
}, Effect.scoped)

const only = (filters: JsonRecord, more: Partial<FlagSource> = {}): FlagSource =>
  makeFlag({ key: "f", filters, ...more })
const asking = (...properties: ReadonlyArray<JsonRecord>) => only({ groups: [condition(properties)] })
const depends = (key: number): JsonRecord => ({ key, type: "flag", value: true, operator: "flag_evaluates_to" })
const inCohort = (value: unknown): JsonRecord => ({ key: "id", type: "cohort", value })
const plain = person("text", "a")

const cohorts = [
  makeCohort(1, "AND", [plain]),
  { id: 2, is_static: true, filters: null },
  makeCohort(3, "AND", [inCohort(2)]),
  makeCohort(4, "AND", [person("decimal", [0, 1], "between")]),
  makeCohort(5, "AND", [plain, { type: "OR", values: [plain] }]),
  makeCohort(6, "AND", [depends(7)]),
  makeCohort(7, "AND", [{ ...plain, negation: true }])
]

const marks = (flags: ReadonlyArray<FlagSource>, options: Partial<typeof everything> = {}) => {
  const compiled = compile({ flags, cohorts, groupTypes })
  return flags.map((flag) => requiresServer(compiled, flag, { ...everything, ...options }))
}

const marked: Readonly<Record<string, FlagSource>> = {
  "a continuous experience": only({ groups: [] }, { ensure_experience_continuity: true }),
  "enrolment": only({ groups: [], feature_enrollment: true }),
  "an unknown group type": only({ groups: [], aggregation_group_type_index: 4 }),
  "a condition on persons in a flag of groups": only({
    groups: [condition([], 100, { aggregation_group_type_index: null })],
    aggregation_group_type_index: 0
  }),
  "a missing flag": asking(depends(99)),
  "itself": asking(depends(1)),
  ...Object.fromEntries([2, 3, 4, 5, 6, 99, [1, 7]].map((id) => [`cohort ${String(id)}`, asking(inCohort(id))])),
  ...Object.fromEntries(oddFilters.slice(0, 11).map((filter) => [JSON.stringify(filter), asking(filter)]))
}

describe("requiresServer", () => {
  // The client warns of every flag that it must leave to the server.
  beforeAll(() => {
    vi.spyOn(console, "warn").mockReturnValue()
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })

  for (const [name, flag] of Object.entries(marked)) {
    it(`marks ${name}`, () => {
      assert.deepStrictEqual(marks([flag]), [true])
    })
  }

  it("does not mark flags that SDKs decide", () => {
    const filters = [
      plain,
      person("text", "^a(?:b|c)+\\.[a-z0-9_]*$", "regex"),
      person("when", "-3d", "is_date_after"),
      person("version", "1.2.*", "semver_wildcard"),
      person("decimal", " 1.5e3", "gt"),
      person("decimal", 18, "lte"),
      inCohort(1),
      inCohort(7)
    ]
    assert.deepStrictEqual(filters.flatMap((filter) => marks([asking(filter)])), filters.map(() => false))
    assert.deepStrictEqual(marks([{ ...asking(inCohort(2)), active: false }]), [false])
  })

  it("marks cohorts where they are not sent, but for one that its conditions stand in for", () => {
    assert.deepStrictEqual(marks([asking(inCohort(1))], { sendCohorts: false }), [false])
    assert.deepStrictEqual(marks([asking(inCohort(7))], { sendCohorts: false }), [true])
  })

  it("marks dependants of a marked or hidden flag, direct or not", () => {
    const chain = (last: JsonRecord, isMiddleActive = true) => [
      makeFlag({ id: 1, key: "a", filters: { groups: [condition([depends(2)])] } }),
      makeFlag({ id: 2, key: "b", active: isMiddleActive, filters: { groups: [condition([depends(3)])] } }),
      makeFlag({ id: 3, key: "c", filters: { groups: [condition([last])] } })
    ]
    assert.deepStrictEqual(marks(chain(plain)), [false, false, false])
    assert.deepStrictEqual(marks(chain({ ...depends(1), key: "no-id" })), [true, true, true])
    assert.deepStrictEqual(marks(chain(inCohort(2))), [true, true, true])
    assert.deepStrictEqual(marks(chain(inCohort(2), false)), [true, false, true])
    assert.deepStrictEqual(marks(chain(depends(1), false)), [true, false, true])
    assert.deepStrictEqual(marks(chain(plain), { isShown: (flag?: FlagSource) => flag?.key !== "c" }), [
      true,
      true,
      false
    ])
  })

  it.live("marks every flag that posthog-node cannot decide of a user whom it knows", () =>
    Effect.gen(function*() {
      const counts = yield* Effect.forEach([1, 2, 3, 4], (seed) => decide(seed, 500, 10))
      assert.isAtLeast(counts.reduce((sum, count) => sum + count, 0), 1_000)
    }))

  it.live.prop("marks them in other projects too", [Schema.Int], ([seed]) => Effect.asVoid(decide(seed, 100, 5)), {
    arbitrary: { runs: 10 }
  })
})
