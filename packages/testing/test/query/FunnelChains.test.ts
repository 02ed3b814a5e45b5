import { assert, it } from "@effect/vitest"
import { FunnelChains } from "@hedgerow/testing/contracts"

it("the evaluator of funnels equals the naive models", () => {
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed)
  const chains = seeds.filter((seed) => FunnelChains.checkChains(seed) > 0)
  assert.isAtLeast(chains.length, 400, "chains of two steps or more")
})

it("funnelTimes equals the evaluator of funnels, for events of one instant too", () => {
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed)
  assert.isAtLeast(seeds.filter(FunnelChains.checkFunnelTimes).length, 1_000)
})
