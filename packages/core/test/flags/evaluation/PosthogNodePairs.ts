import { afterAll, assert, beforeAll, describe, it, vi } from "@effect/vitest"
import { type CompiledFlags, compileFlags, type FlagSources } from "@hedgerow/core/evaluation/CompiledFlags"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { needs } from "@hedgerow/core/evaluation/EvaluationNeeds"
import type { EvaluationRequest } from "@hedgerow/core/evaluation/EvaluationRequest"
import { type FlagResult, flagValue } from "@hedgerow/core/evaluation/FlagResult"
import { DateTime, Effect, Schema } from "effect"
import type { PostHog } from "posthog-node"
import { makeRequest } from "./EvaluationWorld.ts"
import { posthogNode } from "./PosthogNode.ts"
import { type Dice, makeDice, randomCohorts, randomFlag, randomProperties } from "./RandomFlags.ts"

const randomSources = (dice: Dice, count: number): FlagSources => ({
  flags: Array.from({ length: count }, (_, index) => randomFlag(dice, index + 1)),
  cohorts: randomCohorts(dice),
  groupTypes: new Map([["organization", 0], ["project", 1]]),
  timeZone: "UTC"
})

const randomUser = (dice: Dice, now: DateTime.Utc): EvaluationRequest => {
  const device = dice.chance(80) ? { $device_id: `device-${dice.below(1000)}` } : {}
  return makeRequest({
    distinctId: dice.chance(95) ? `user-${dice.below(1_000_000)}` : `ユーザー-${dice.below(1000)}😀`,
    personProperties: { ...randomProperties(dice, now), ...device },
    groups: {
      ...(dice.chance(85) ? { organization: dice.oneOf<string | number>(["org-1", "org-2", 42]) } : {}),
      ...(dice.chance(85) ? { project: `p-${dice.below(50)}` } : {})
    },
    groupProperties: { organization: randomProperties(dice, now), project: randomProperties(dice, now) },
    now
  })
}

const askClient = Effect.fnUntraced(function*(client: PostHog, request: EvaluationRequest) {
  const { featureFlagPayloads, featureFlags } = yield* Effect.promise(() =>
    client.getAllFlagsAndPayloads(request.distinctId, {
      onlyEvaluateLocally: true,
      groups: request.groups as Record<string, string>,
      personProperties: request.personProperties,
      groupProperties: request.groupProperties
    })
  )
  return { payloads: featureFlagPayloads ?? {}, values: featureFlags ?? {} }
})

/**
 * Whether a client knows enough to decide the flag and its dependencies. One that cannot decide a condition goes on to
 * the next one, whose variant may differ from the server's: such guesses are not compared.
 */
const knowledgeFor = (compiled: CompiledFlags, key: string): (request: EvaluationRequest) => boolean => {
  const flag = compiled.byKey(key)
  if (flag === undefined || compiled.graph.isUnresolved(flag)) return () => false
  const chain = compiled.graph.chainOf(flag)
  if ([...chain, flag].every(({ conditions }) => conditions.length === 1)) return () => true
  if (chain.some(({ source }) => source.ensure_experience_continuity)) return () => false
  const { groups, personProperties } = needs(compiled, [key])
  const keys = [...personProperties, ...[...groups.values()].flatMap((names) => Array.from(names))]
  const needsDevice = chain.some(({ source }) => source.bucketing_identifier === "device_id")
  return (request) => knows(request, needsDevice ? [...keys, "$device_id"] : keys)
}

const knows = (request: EvaluationRequest, keys: ReadonlyArray<string>): boolean => {
  const { groupProperties, groups, personProperties } = request
  const ofGroups = Object.keys(groups).map((type) => groupProperties[type] ?? {})
  return keys.every((key) =>
    Object.hasOwn(personProperties, key)
    && (key === "$device_id" || ofGroups.every((properties) => Object.hasOwn(properties, key)))
  )
}

const payloadOf = (result: FlagResult | undefined): unknown =>
  result?.payload === undefined || result.payload === null ? undefined : JSON.parse(result.payload)

/** Compares every flag with every user; answers how many pairs the client could decide. */
const compare = Effect.fnUntraced(function*(seed: number, flagCount: number, userCount: number) {
  const dice = makeDice(seed)
  const sources = randomSources(dice, flagCount)
  const compiled = compileFlags(sources)
  const client = yield* posthogNode(sources)
  const isKnown = new Map(sources.flags.map(({ key }) => [key, knowledgeFor(compiled, key)]))
  const now = yield* DateTime.now
  let compared = 0
  for (let user = 0; user < userCount; user++) {
    const request = randomUser(dice, now)
    const ours = evaluateFlags(compiled, request).flags
    const { payloads, values } = yield* askClient(client, request)
    for (const [key, value] of Object.entries(values)) {
      if (isKnown.get(key)?.(request) !== true) continue
      const result = ours.get(key)
      const filters = compiled.byKey(key)?.source.filters
      const about = () => `seed ${seed} ${key} ${JSON.stringify({ filters, request, result: result?.reason })}`
      if ((result === undefined ? false : flagValue(result)) !== value) assert.fail(`${String(value)} ${about()}`)
      if (payloads[key] !== undefined) assert.deepStrictEqual(payloadOf(result), payloads[key], about())
      compared++
    }
  }
  return compared
}, Effect.scoped)

/** Tests that posthog-node and we give pairs of a flag and a user the same value, and those of random projects. */
export const agreesWithPosthogNode = ({ pairs, projects }: { readonly pairs: number; readonly projects: number }) => {
  const seeds = [1, 2, 3, 4]
  const flags = Math.min(1_000, pairs / 20)
  // The client cannot decide a quarter of them.
  const users = Math.ceil((1.36 * pairs) / (seeds.length * flags))

  describe("posthog-node", () => {
    // It warns of every flag that it must leave to the server.
    beforeAll(() => {
      vi.spyOn(console, "warn").mockReturnValue()
    })
    afterAll(() => {
      vi.restoreAllMocks()
    })

    it.live(`agrees for ${pairs} pairs of a flag and a user`, () =>
      Effect.gen(function*() {
        const counts = yield* Effect.forEach(seeds, (seed) => compare(seed, flags, users))
        assert.isAtLeast(counts.reduce((sum, count) => sum + count, 0), pairs)
      }))

    it.live.prop(
      "agrees for other flags in each run",
      [Schema.Int],
      ([seed]) => Effect.asVoid(compare(seed, 100, 10)),
      { arbitrary: { runs: projects } }
    )
  })
}
