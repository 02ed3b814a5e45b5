import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { Dice } from "../experiments/RandomHistory.ts"

/** The evening before the clock changes in Berlin; times lie on a grid, so that many are equal. */
const start = Date.UTC(2024, 9, 26, 20) * 1000
const minute = 60_000_000
const gridMinutes = 40

/** The days that funnels are asked about; some events lie outside. */
const asked = { date_from: "2024-10-26", date_to: "2024-10-28" }

const names = ["view", "view", "add", "buy", "buy", "help"] as const

/** A few events of a few persons, who turn out to be each other. `isApart`: no two at one instant. */
export const randomActs = (dice: Dice, project: ProjectId, isApart: boolean): History => {
  const persons = 3 + dice.below(8)
  const spread = 8 + dice.below(90)
  const events = Array.from({ length: persons * (2 + dice.below(4)) }, (_, place): PastEvent => ({
    uuid: eventUuid(project, place),
    person: `p${dice.below(persons)}`,
    name: dice.pick(names),
    time: start + (dice.below(spread) - 4) * gridMinutes * minute + (isApart ? place * 1_000_000 : 0),
    group: dice.pick(["", "acme", "globex", "initech"]),
    session: dice.pick(["", "s1", "s2"]),
    properties: { plan: dice.pick(["free", "free", "pro", "team", null]), size: dice.pick([1, 2, "x", null]) }
  }))
  const merged = new Map<string, string>()
  if (dice.chance(0.6)) merged.set("p0", "p1")
  if (dice.chance(0.3)) merged.set("gone", "p2")
  return { project, events, merged }
}

const properties = (dice: Dice) =>
  dice.pick([[], [], [{ type: "event", key: "plan", operator: "exact", value: "pro" }]] as const)

const step = (dice: Dice, isOptional: boolean) => ({
  kind: "EventsNode",
  event: dice.pick([...names, null]),
  properties: properties(dice),
  ...(isOptional ? { optionalInFunnel: true } : undefined)
})

const exclusion = (dice: Dice, steps: number, isWhole: boolean) => {
  const funnelFromStep = isWhole ? 0 : dice.below(steps - 1)
  return {
    kind: "EventsNode",
    event: "help",
    funnelFromStep,
    funnelToStep: isWhole ? steps - 1 : funnelFromStep + 1 + dice.below(steps - 1 - funnelFromStep)
  }
}

/** A funnel as a client sends it. */
export const randomFunnel = (dice: Dice, hasOptional: boolean): JsonRecord => {
  const steps = 2 + dice.below(3)
  const viz = hasOptional ? "steps" : dice.pick(["steps", "steps", "time_to_convert", "trends", "trends"])
  const series = Array.from({ length: steps }, (_, index) => step(dice, hasOptional && index > 0 && dice.chance(0.5)))
  const funnelFromStep = dice.below(steps - 1)
  const order = hasOptional ? "ordered" : dice.pick(["ordered", "strict", "unordered"])
  const excludes = !hasOptional && dice.chance(0.3) && series.every(({ event }) => event !== "help")
  return {
    kind: "FunnelsQuery",
    series,
    interval: dice.pick(["hour", "day", "day", "week"]),
    dateRange: asked,
    ...(dice.chance(0.2) ? { aggregation_group_type_index: 0 } : undefined),
    ...(dice.chance(0.2)
      ? { properties: [{ type: "event", key: "size", operator: "is_set" }] }
      : undefined),
    ...(dice.chance(0.5)
      ? { breakdownFilter: { breakdown: "plan", breakdown_type: "event", breakdown_limit: dice.pick([1, 2, 25]) } }
      : undefined),
    funnelsFilter: {
      funnelVizType: viz,
      funnelOrderType: order,
      funnelWindowInterval: 1 + dice.below(12),
      funnelWindowIntervalUnit: dice.pick(["hour", "hour", "day", "minute"]),
      ...(dice.chance(0.5) ? { funnelFromStep, funnelToStep: funnelFromStep + 1 } : undefined),
      ...(excludes ? { exclusions: [exclusion(dice, steps, order === "unordered")] } : undefined),
      ...(dice.chance(0.15) ? { funnelAggregateByHogQL: "nullIf($session_id, '')" } : undefined),
      ...(dice.chance(0.3) ? { binCount: dice.below(12) } : undefined),
      ...dice.pick<JsonRecord>([
        {},
        { breakdownAttributionType: "first_touch" },
        { breakdownAttributionType: "last_touch" },
        { breakdownAttributionType: "all_events" },
        { breakdownAttributionType: "step", breakdownAttributionValue: dice.below(steps) }
      ])
    }
  }
}
