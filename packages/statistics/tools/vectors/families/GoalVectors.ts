/** Goals: properties that a simulation shows. */
import { adjustedFalsePositives, falsePositives } from "../../calibration/FalsePositives.ts"
import { conversions, type Population, revenue } from "../../calibration/Populations.ts"
import { deciderOf } from "../../calibration/Rates.ts"
import { row } from "../Rows.ts"

const seed = 20_260_901
const runs = 10_000

const adjusted = ({ correlation }: { readonly correlation: ReadonlyArray<number> }) => {
  const rates = correlation.map((value) => adjustedFalsePositives({ correlation: value, n: 1000, runs, seed }))
  const within = rates.every(({ fullGradient }) => Math.abs(fullGradient - 0.05) <= 0.012)
  return {
    exact_gradient: within ? "within .05 +- .012" : rates.map(({ fullGradient }) => fullGradient),
    posthog_formula_observed: rates.map(({ reference }) => reference)
  }
}

const frequentist = { method: "frequentist" }

const populationNamed = (name: string): Population => {
  const share = Number(/\((\.\d+)\)/.exec(name)?.[1] ?? 0.05)
  return name.startsWith("bernoulli") ? conversions(share) : revenue(0.1, 20)
}

const balanced = ({ distributions }: { readonly distributions: ReadonlyArray<string> }) => {
  const deciders = [deciderOf(frequentist), deciderOf({ ...frequentist, engine: "reference" })]
  const observed = distributions.map((name) =>
    falsePositives({ population: populationNamed(name), n: 1000, runs, seed }, deciders)
      .map(({ losses, wins }) => [wins, losses])
  )
  const [absolute, relative] = deciders.map((_, index) => observed.map((tails) => tails[index] ?? []))
  const within = absolute?.flat().every((rate) => Math.abs(rate - 0.025) <= 0.005)
  return {
    relative_delta_observed: relative,
    absolute_observed: absolute,
    required: within === true ? "each tail within .025 +- .005" : "a tail is further than .005 from .025"
  }
}

export const goalFamilies = {
  goal: [
    row("A/A false positive rate of relative CUPED", adjusted),
    row("A/A rejections split (win, loss)", balanced)
  ]
}
