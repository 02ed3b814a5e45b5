import type { chains as rows } from "@hedgerow/core/query/sql/catalogue/families/Chains"
import type { Call } from "@hedgerow/core/query/sql/Plan"
import { argument } from "@hedgerow/core/query/sql/PlanWalk"
import { type ExprRenderer, predicate, value } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { listOf } from "./Search.ts"

const stepsOf = (call: Call): number => {
  const steps = argument(call, 1)
  return steps._tag === "Literal" ? Number(steps.value) : 1
}

const timeOf = (code: string, steps: number): string => `bitShiftRight(${code}, ${steps})`

interface Starts {
  readonly events: string
  readonly steps: number
  readonly step: number
  /** The starts of the step before. */
  readonly before: string
  readonly window: string
}

/**
 * For each event, in order, when the chain began that came to the step so far and began last, 0 without any: an event of
 * the step takes it from the step before, as it was before the event; others leave it as it is (`arrayFill`). Products are
 * quicker than conditions, of which ClickHouse computes each for the events that need it.
 */
const startsOf = ({ before, events, step, steps, window }: Starts): string => {
  const time = timeOf("u", steps)
  const found = step === 0
    ? `arrayMap(u -> ${time} * bitTest(u, 0), ${events})`
    : `arrayMap((u, v) -> v * (bitTest(u, ${step}) * (${time} - v <= ${window})), ${events}, `
      + `arrayShiftRight(${before}, 1))`
  return `arrayFill(u -> u > 0, ${found})`
}

/** Each part has a name where it is first written: the parts that follow are made of it. */
const timesOf = (codes: string, steps: number, window: string, fresh: () => string): string => {
  const names = Array.from({ length: steps }, fresh)
  const [sorted, start] = [fresh(), fresh()]
  const all = names.reduce((before, name, step) => {
    const events = step === 0 ? `(arraySort(${codes}) AS ${sorted})` : sorted
    return `(${startsOf({ events, steps, step, before, window })} AS ${name})`
  }, "")
  const furthest = names.toReversed().map((name, place) =>
    `${place === 0 ? all : name}[-1] > 0, arrayFirst(u -> u > 0, ${name})`
  )
  const times = names.map((name, step) => step === 0 ? start : timeOf(`${sorted}[indexOf(${name}, ${start})]`, steps))
  return `if((multiIf(${furthest.join(", ")}, 0) AS ${start}) = 0, [], arrayFilter(u -> u > 0, [${times.join(", ")}]))`
}

const funnelTimes = (call: Call, r: ExprRenderer): string =>
  listOf(call, r, (codes = "", _, window = "") => timesOf(codes, stepsOf(call), window, r.fresh))

const funnelTies = (call: Call, r: ExprRenderer): string => {
  const steps = stepsOf(call)
  const several = (code: string) => `bitCount(bitAnd(${code}, ${2 ** steps - 1})) > 1`
  const sorted = `arraySort(${r.value(argument(call, 0))})`
  return `arrayExists((u, v) -> ${timeOf("u", steps)} = ${timeOf("v", steps)} AND (${several("u")} OR ${
    several("v")
  }), arrayPopFront(${sorted}), arrayPopBack(${sorted}))`
}

export const chains: Renderings<typeof rows> = { funnelTimes: value(funnelTimes), funnelTies: predicate(funnelTies) }
