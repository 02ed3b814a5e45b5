import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { AnalysedExperiment } from "@hedgerow/core/experiments/results/AnalysedExperiment"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "./History.ts"

/** A source of numbers that begins anew with each seed. */
export const makeDice = (seed: number) => {
  let state = seed * 2_654_435_761 >>> 0
  const fraction = (): number => {
    state = state + 0x6d2b79f5 >>> 0
    let mixed = Math.imul(state ^ state >>> 15, state | 1)
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61)
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
  }
  const below = (end: number): number => Math.floor(fraction() * end)
  const chance = (share: number): boolean => fraction() < share
  const pick = <A>(items: readonly [A, ...ReadonlyArray<A>]): A => items[below(items.length)] ?? items[0]
  return { below, chance, pick }
}
export type Dice = ReturnType<typeof makeDice>

/** The start of every random experiment: the evening before the clock changes in Berlin. */
export const start = Date.UTC(2024, 9, 26, 20) * 1000

const minute = 60_000_000

/** Times fall on few instants, so that many are equal; some lie before the start and after the end. */
const someTime = (dice: Dice): number => start + (dice.below(700) - 150) * 20 * minute

const properties = (dice: Dice, flag: string): PastEvent["properties"] => ({
  plan: dice.pick(["free", "pro", null]),
  amount: dice.pick([dice.below(40) - 10, dice.below(400) / 4, String(dice.below(9)), "none", null, true]),
  $feature_flag: dice.pick([flag, flag, flag, "another"]),
  $feature_flag_response: dice.pick(["control", "test", "test", "holdout-7", "false", false, null]),
  [`$feature/${flag}`]: dice.pick(["control", "test", "wild", null]),
  $lib: "web"
})

/** Persons who are exposed, act, and turn out to be each other. */
export const randomHistory = (seed: number, project: ProjectId, flag: string): History => {
  const dice = makeDice(seed)
  const persons = 4 + dice.below(12)
  const person = () => `p${dice.below(persons)}`
  // Most keep to one variant: with dice alone nearly everybody would have several.
  const usual = Array.from({ length: persons }, () => dice.pick(["control", "test"]))
  const events = Array.from({ length: 30 + dice.below(120) }, (_, place): PastEvent => {
    const who = person()
    const own = properties(dice, flag)
    const response = dice.chance(0.8) ? { $feature_flag_response: usual[Number(who.slice(1))] ?? null } : {}
    return {
      uuid: eventUuid(project, place),
      person: who,
      name: dice.pick(["$feature_flag_called", "$feature_flag_called", "view", "view", "buy", "leave"]),
      time: someTime(dice),
      group: dice.pick(["", "acme", "globex", "initech", "umbrella"]),
      session: dice.pick(["", "s1", "s2", "s3"]),
      properties: { ...own, ...response }
    }
  })
  const merged = new Map<string, string>()
  if (dice.chance(0.6)) merged.set("p0", "p1")
  if (dice.chance(0.3)) merged.set("gone", "p2")
  if (dice.chance(0.3)) merged.set("p3", "p2")
  return { project, events, merged }
}

/** An experiment over a random history. */
export const randomExperiment = (dice: Dice, flag: string): AnalysedExperiment => ({
  flag_key: flag,
  variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }],
  group_type_index: dice.chance(0.2) ? 0 : undefined,
  holdout_id: dice.chance(0.3) ? 7 : undefined,
  start: start as EventTime,
  end: dice.chance(0.5) ? start + dice.below(500) * 20 * minute as EventTime : undefined,
  exposure_criteria: {
    ...(dice.chance(0.3) ? { exposure_config: { event: "view", properties: {} } } : undefined),
    ...(dice.chance(0.5) ? { multiple_variant_handling: dice.pick(["exclude", "first_seen"]) } : undefined),
    ...(dice.chance(0.2) ? { filterTestAccounts: true } : undefined)
  },
  stats_config: null,
  only_matured: dice.chance(0.2)
})
