import { type ActorHistory, noValue } from "./ActorHistory.ts"
import { hasStep } from "./FunnelRules.ts"

/**
 * The breakdown value that an actor counts for: the first or last that is not missing, each by itself, or that of a
 * step.
 */
export type Attribution =
  | { readonly _tag: "None" }
  | { readonly _tag: "FirstTouch" }
  | { readonly _tag: "LastTouch" }
  | { readonly _tag: "AllEvents" }
  | { readonly _tag: "Step"; readonly step: number }

/** The events of an actor that are attributed to a value. */
export interface Attributed {
  readonly value: number
  readonly history: ActorHistory
}

/** Of one instant the least value, so that all engines agree. */
const touched = ({ steps, times, values }: ActorHistory, isLast: boolean): number => {
  let found = noValue
  let at = Number.NaN
  for (const [index, value] of values.entries()) {
    const time = times[index] ?? 0
    if (value === noValue || steps[index] === 0) continue
    if (found === noValue || (time === at ? value < found : isLast)) {
      found = value
      at = time
    }
  }
  return found
}

const only = (history: ActorHistory, isKept: (index: number) => boolean): ActorHistory => {
  const kept = (numbers: ReadonlyArray<number>) => numbers.filter((_, index) => isKept(index))
  return {
    times: kept(history.times),
    steps: kept(history.steps),
    exclusions: kept(history.exclusions),
    values: kept(history.values)
  }
}

const distinct = (values: ReadonlyArray<number>): ReadonlyArray<number> => [...new Set(values)].sort((a, b) => a - b)

/** With each value the step is only what events with that value are. */
const byStep = (history: ActorHistory, step: number): ReadonlyArray<Attributed> => {
  const { steps, values } = history
  const found = distinct(values.filter((_, index) => hasStep(steps[index] ?? 0, step)))
  return found.map((value) => ({
    value,
    history: {
      ...history,
      steps: steps.map((bits, index) => values[index] === value ? bits : bits & ~(1 << step))
    }
  }))
}

/** The events of an actor, for each value that the actor counts for. */
export const attributed = (history: ActorHistory, attribution: Attribution): ReadonlyArray<Attributed> => {
  switch (attribution._tag) {
    case "None":
      return [{ value: noValue, history }]
    case "FirstTouch":
    case "LastTouch":
      return [{ value: touched(history, attribution._tag === "LastTouch"), history }]
    case "AllEvents":
      return distinct(history.values).map((value) => ({
        value,
        history: only(history, (index) => history.values[index] === value)
      }))
    case "Step":
      return byStep(history, attribution.step)
  }
}
