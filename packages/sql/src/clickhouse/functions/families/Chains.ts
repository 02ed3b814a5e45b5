import type { chains as rows } from "../../../functions/families/Chains.ts"
import type { Call, Expr } from "../../../plan/Plan.ts"
import { argument } from "../../../plan/PlanWalk.ts"
import { type ExprRenderer, predicate, value } from "../../ExprRenderer.ts"
import type { Renderings } from "./Maths.ts"
import { listOf } from "./Search.ts"

const stepsOf = (call: Call): number => {
  const steps = argument(call, 1)
  return steps._tag === "Literal" ? Number(steps.value) : 1
}

const timeOf = (code: string, steps: number): string => `bitShiftRight(${code}, ${steps})`

/**
 * The start of the latest chain that came to each step, after each event and carried forward (`arrayFill`), 0 for none: an
 * event that is the step takes the start of the step before, as it was before the event. In front of all events stands 0,
 * which `arrayFill` leaves as it is.
 *
 * Lists that were written out have members that may be NULL, of which `arrayFirst` and `arrayShiftRight` would give NULL and not 0.
 *
 * Parts that others are made of have names. Bits and products stand for conditions: those of ClickHouse copy the events for which
 * they compute a branch.
 */
const timesOf = (codes: string, steps: number, window: string, fresh: () => string): string => {
  const [events, times, start] = [fresh(), fresh(), fresh()]
  const all = `(arrayPushFront(arraySort(CAST(${codes}, 'Array(Int64)')), 0) AS ${events})`
  const begun = `arrayFill((u, v) -> bitAnd(bitTest(v, 0), u > 0), (arrayMap(u -> ${
    timeOf("u", steps)
  }, ${all}) AS ${times}), ${events})`
  const starts: Array<string> = []
  let text = ""
  for (let step = 0; step < steps; step++) {
    const before = `arrayShiftRight(${text}, 1)`
    const holds = `bitAnd(bitAnd(bitTest(v, ${step}), u > 0), w - u <= ${window})`
    const name = fresh()
    text = `(${step === 0 ? begun : `arrayFill((u, v, w) -> ${holds}, ${before}, ${events}, ${times})`} AS ${name})`
    starts.push(name)
  }
  const firsts = starts.map(() => fresh())
  const furthest = starts.toReversed().map((name, place) =>
    `(arrayFirst(u -> u > 0, ${place === 0 ? text : name}) AS ${firsts[place]})`
  )
  const chosen = furthest.reduceRight(
    (rest, one, place) => rest === "" ? one : `${one} + (${firsts[place]} = 0) * (${rest})`,
    ""
  )
  const found = starts.map((name, step) =>
    step === 0 ? `(${chosen} AS ${start})` : `(${start} > 0) * ${times}[indexOf(${name}, ${start})]`
  )
  return `[${found.join(", ")}]`
}

/** Within less than no time no chain begins. */
const mayBeNegative = (window: Expr): boolean => window._tag !== "Literal" || !(Number(window.value) >= 0)

const funnelTimes = (call: Call, r: ExprRenderer): string =>
  listOf(call, r, (codes = "", _, window = "") => {
    const begins = mayBeNegative(argument(call, 2)) ? `u > 0 AND ${window} >= 0` : "u > 0"
    return `arrayFilter(u -> ${begins}, ${timesOf(codes, stepsOf(call), window, r.fresh)})`
  })

const funnelTies = (call: Call, r: ExprRenderer): string => {
  const steps = stepsOf(call)
  const several = (code: string) => `bitCount(bitAnd(${code}, ${2 ** steps - 1})) > 1`
  const sorted = `arraySort(${r.value(argument(call, 0))})`
  return `arrayExists((u, v) -> ${timeOf("u", steps)} = ${timeOf("v", steps)} AND (${several("u")} OR ${
    several("v")
  }), arrayPopFront(${sorted}), arrayPopBack(${sorted}))`
}

export const chains: Renderings<typeof rows> = { funnelTimes: value(funnelTimes), funnelTies: predicate(funnelTies) }
