import { assert, it } from "@effect/vitest"
import { FunnelChains } from "@hedgerow/testing/contracts"

it("the evaluator of funnels equals the naive models in hundreds of thousands of histories", () => {
  for (let seed = 0; seed < 400_000; seed++) {
    FunnelChains.checkChains(seed)
    FunnelChains.checkFunnelTimes(seed)
  }
  assert.isAbove(FunnelChains.checkChains(2), -1)
})
