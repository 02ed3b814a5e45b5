import { assert, it } from "@effect/vitest"
import { FunnelChains } from "@hedgerow/testing/contracts"

it("the evaluator of funnels finds what the naive models find", () => {
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed)
  const chains = seeds.filter((seed) => FunnelChains.checkChains(seed) > 0)
  assert.isAtLeast(chains.length, 400, "chains of two steps or more")
})
