import { assert } from "@effect/vitest"
import type { ActorHistory } from "@hedgerow/core/query/kinds/funnels/evaluate/ActorHistory"
import { eachInstant } from "@hedgerow/core/query/kinds/funnels/evaluate/EachInstant"
import type { FunnelRules, Progress } from "@hedgerow/core/query/kinds/funnels/evaluate/FunnelRules"
import { orderedPass } from "@hedgerow/core/query/kinds/funnels/evaluate/OrderedPass"
import { unorderedPass } from "@hedgerow/core/query/kinds/funnels/evaluate/UnorderedPass"
import { chains } from "@hedgerow/sql/evaluate/functions/families/Chains"
import type { Call } from "@hedgerow/sql/plan/Plan"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { arrayOf, scalar } from "@hedgerow/sql/types/SqlType"
import { type Dice, makeDice } from "../experiments/RandomHistory.ts"
import { type NaiveEvent, naiveOptional, naiveOrdered, naiveUnordered } from "./NaiveChains.ts"

const randomRules = (dice: Dice, hasOptional: boolean): FunnelRules => {
  const steps = 2 + dice.below(3)
  return {
    steps,
    order: hasOptional ? "ordered" : dice.pick(["ordered", "strict", "unordered"]),
    window: 1 + dice.below(10),
    optional: hasOptional ? dice.below(2 ** (steps - 1)) * 2 : 0
  }
}

const some = (dice: Dice, from: number, steps: number, share: number): ReadonlySet<number> =>
  new Set(Array.from({ length: steps }, (_, step) => step).filter((step) => step >= from && dice.chance(share)))

const randomEvents = (dice: Dice, { steps }: FunnelRules, isApart: boolean): ReadonlyArray<NaiveEvent> => {
  const [exclusions, spread] = [dice.pick([0, 0, 0.1]), 1 + dice.below(14)]
  const overlap = dice.pick([0, 0.3, 0.6])
  return Array.from({ length: 1 + dice.below(8) }, (_, place): NaiveEvent => {
    const time = isApart ? 2 * place + dice.below(2) : dice.below(spread)
    const isExclusion = dice.chance(exclusions)
    const one = new Set([dice.below(steps + 1)].filter((step) => step < steps))
    const own = overlap === 0 ? one : some(dice, 0, steps, overlap)
    return {
      time,
      steps: isExclusion ? new Set() : own,
      exclusions: isExclusion ? some(dice, 1, steps, 0.7) : new Set()
    }
  }).toSorted((one, other) => one.time - other.time)
}

const bitsOf = (steps: ReadonlySet<number>): number => [...steps].reduce((bits, step) => bits | 1 << step, 0)

const evaluated = (rules: FunnelRules, events: ReadonlyArray<NaiveEvent>, until: number) => {
  const pass = rules.order === "unordered" ? unorderedPass(rules) : orderedPass(rules)
  const history: ActorHistory = {
    times: events.map(({ time }) => time),
    steps: events.map(({ steps }) => bitsOf(steps)),
    exclusions: events.map(({ exclusions }) => bitsOf(exclusions)),
    values: []
  }
  const follow = () => {
    pass.begin(until)
    eachInstant(history, rules, (instant) => {
      if (!pass.isOver(instant.time)) pass.see(instant)
      return true
    })
    return pass.progress()
  }
  const first = follow()
  assert.deepStrictEqual(follow(), first, "nothing is left of the actor before")
  return first
}

/** Excluded actors do not count, however far they came. */
const counted = (progress: Progress | undefined) => progress?.isExcluded === true ? "excluded" : progress

/** The evaluator finds the results of the naive models; returns the number of actors past the first step. */
export const checkChains = (seed: number): number => {
  const dice = makeDice(seed)
  const hasOptional = dice.chance(0.3)
  const rules = randomRules(dice, hasOptional)
  const events = randomEvents(dice, rules, hasOptional)
  const shown = `seed ${seed}: ${JSON.stringify(rules)} ${
    JSON.stringify(events.map(({ exclusions, steps, time }) => [time, [...steps], [...exclusions]]))
  }`
  if (hasOptional) {
    const clean = events.map((event) => ({ ...event, exclusions: new Set<number>() }))
    const found = evaluated(rules, clean, Infinity)
    assert.deepStrictEqual(found, naiveOptional(rules, clean), shown)
    return (found?.last ?? 0) > 0 ? 1 : 0
  }
  const until = dice.chance(0.3) ? dice.below(10) : Infinity
  const found = evaluated(rules, events, until)
  const naive = rules.order === "unordered" ? naiveUnordered : naiveOrdered
  assert.deepStrictEqual(counted(found), counted(naive(rules, events, until)), shown)
  return (found?.last ?? 0) > 0 ? 1 : 0
}

const answers = { funnelTimes: arrayOf(scalar("Int64")), funnelTies: scalar("UInt8") }

const evaluatedCall = (fn: keyof typeof answers, args: ReadonlyArray<Cell>): Cell => {
  const call: Call = { _tag: "Call", fn, args: [], type: answers[fn] }
  return chains[fn](call, args.map((arg) => () => arg))([])
}

/**
 * `funnelTimes` finds the times that the evaluator finds, unless `funnelTies` says that the order of one instant's events
 * matters; says whether it does not.
 */
export const checkFunnelTimes = (seed: number): boolean => {
  const dice = makeDice(seed)
  const rules: FunnelRules = { steps: 2 + dice.below(4), order: "ordered", window: 1 + dice.below(10), optional: 0 }
  const events = randomEvents(dice, rules, dice.chance(0.3)).flatMap((event) =>
    event.steps.size === 0 ? [] : [{ ...event, time: event.time + 1, exclusions: new Set<number>() }]
  )
  const codes = events.map(({ steps, time }) => time * 2 ** rules.steps + bitsOf(steps))
  if (evaluatedCall("funnelTies", [codes, rules.steps]) === 1) return false
  const { times = [] } = evaluated(rules, events, Infinity) ?? {}
  assert.deepStrictEqual(
    evaluatedCall("funnelTimes", [codes, rules.steps, rules.window]),
    times.filter((time) => time !== undefined),
    `seed ${seed}: ${JSON.stringify(rules)} ${JSON.stringify(codes)}`
  )
  return true
}
