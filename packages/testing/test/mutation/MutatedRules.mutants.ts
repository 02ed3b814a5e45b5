import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { workingCopy } from "../support/WorkingCopy.ts"
import { mutateArea } from "./MutateArea.ts"
import { mutatedAreas } from "./MutatedAreas.ts"

const seed = Number(process.env["HEDGEROW_MUTATION_SEED"] ?? 1)

class WorkingCopy
  extends Context.Service<WorkingCopy, string>()("@hedgerow/testing/test/mutation/MutatedRules.mutants/WorkingCopy")
{}

layer(Layer.effect(WorkingCopy, workingCopy({ withBuilt: false })))("mutants", (it) => {
  for (const area of mutatedAreas) {
    it.effect(`${area.name}: tests notice changes of sampled lines (seed ${seed})`, () =>
      Effect.gen(function*() {
        const { survivors, tried } = yield* mutateArea(yield* WorkingCopy, area, seed)
        const share = survivors.length / tried
        process.stdout.write(`${area.name}: ${survivors.length} of ${tried} survive\n${survivors.join("\n")}\n`)
        assert.isAbove(tried, area.lines / 4)
        assert.isAtMost(share, area.mostSurvivors, survivors.join("\n"))
      }))
  }
})
