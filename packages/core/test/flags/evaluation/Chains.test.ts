import { afterAll, assert, it, vi } from "@effect/vitest"
import { explainFlag } from "@hedgerow/core/evaluation/ExplainFlag"
import { maxChain } from "@hedgerow/core/evaluation/FlagGraph"
import { localDefinitions } from "@hedgerow/core/evaluation/LocalDefinitions"
import { requiresServer } from "@hedgerow/core/evaluation/RequiresServer"
import { Effect } from "effect"
import { answers, compile, condition, makeFlag, makeRequest } from "./EvaluationWorld.ts"
import { posthogNode } from "./PosthogNode.ts"

const onFlag = (id: number) => ({ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true })

/** `count` flags, each on the one before. */
const chainOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeFlag({
      id: index + 1,
      key: `flag-${index + 1}`,
      filters: { groups: [condition(index === 0 ? [] : [onFlag(index)])] }
    }))

const everything = { sendCohorts: true, isShown: () => true }

it("a chain of 20,000 flags is answered from either end, and explained", () => {
  const compiled = compile({ flags: chainOf(20_000) })
  const on = "true · condition_match(0)"
  assert.deepStrictEqual(answers(compiled, { selection: { flagKeys: ["flag-20000"] } }), { "flag-20000": on })
  assert.strictEqual(answers(compiled)["flag-20000"], on)
  assert.strictEqual(explainFlag(compiled, "flag-20000", makeRequest({})).dependencies.length, 19_999)
})

it("each flag of a lattice is evaluated once, however many ways lead to it", () => {
  const layers = 60
  const flags = Array.from({ length: layers * 2 }, (_, index) => {
    const below = index - index % 2 - 1
    const properties = index < 2 ? [] : [onFlag(below), onFlag(below + 1)]
    return makeFlag({ id: index + 1, key: `flag-${index + 1}`, filters: { groups: [condition(properties)] } })
  })
  const compiled = compile({ flags })
  assert.strictEqual(answers(compiled)["flag-120"], "true · condition_match(0)")
  assert.isFalse(requiresServer(compiled, flags[119] ?? makeFlag({ key: "" }), everything))
})

it("clients get a flag's dependencies up to a depth, and leave deeper flags to the server", () => {
  const flags = chainOf(3_000)
  const compiled = compile({ flags })
  const needServer = flags.filter((flag) => requiresServer(compiled, flag, everything)).map(({ id }) => id)
  assert.deepStrictEqual([needServer[0], needServer.length], [maxChain + 1, 3_000 - maxChain])
  assert.isBelow(JSON.stringify(localDefinitions(compiled, everything).flags).length, 4_000_000)
})

afterAll(() => {
  vi.restoreAllMocks()
})

it.live("posthog-node decides flags up to that depth, and no deeper one", () =>
  Effect.gen(function*() {
    // It warns of every flag that it must leave to the server.
    vi.spyOn(console, "warn").mockReturnValue()
    const client = yield* posthogNode({ flags: chainOf(130), cohorts: [], groupTypes: new Map(), timeZone: "UTC" })
    const values = yield* Effect.promise(() => client.getAllFlags("user", { onlyEvaluateLocally: true }))
    const decided = Object.keys(values).map((key) => Number(key.slice("flag-".length)))
    assert.strictEqual(Math.max(...decided), maxChain + 1)
    assert.isTrue(Object.values(values).every((value) => value === true))
  }).pipe(Effect.scoped))
