import { type BehaviourKind, behaviourKinds } from "@hedgerow/core/cohorts/behaviour/Behaviour"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { Dice } from "../experiments/RandomHistory.ts"
import { turning } from "../retention/RetentionQuestions.ts"

/** A condition on behaviour, in the form of clients. */
export interface AskedBehaviour {
  readonly type: "behavioral"
  readonly value: BehaviourKind
  readonly key: string
  readonly event_filters?: ReadonlyArray<{ readonly type: "event"; readonly key: "plan"; readonly value: "pro" }>
  readonly time_value?: number
  readonly time_interval?: "hour" | "day" | "week"
  readonly explicit_datetime?: string
  readonly explicit_datetime_to?: string
  readonly operator?: "eq" | "exact" | "gt" | "gte" | "lt" | "lte"
  readonly operator_value?: number
  readonly seq_event?: string
  readonly seq_time_value?: number
  readonly seq_time_interval?: "hour" | "day"
  readonly min_periods?: number
  readonly total_periods?: number
}

const hour = 3_600_000_000

/** The time as of which is asked. */
export const asked = turning + 60 * hour

/** Persons with a few events in five days, often at the same time, some of them later than the question's range. */
export const randomDeeds = (dice: Dice, project: ProjectId): History => {
  const events = Array.from({ length: 10 + dice.below(50) }, (_, place): PastEvent => ({
    uuid: eventUuid(project, place),
    person: `p${dice.below(9)}`,
    name: dice.pick(["view", "view", "buy", "leave"]),
    time: asked - (dice.below(120) - 10) * hour,
    group: "",
    session: "",
    properties: { plan: dice.pick(["free", "pro", null]) }
  }))
  return { project, events, merged: dice.chance(0.5) ? new Map([["p0", "p1"]]) : new Map() }
}

const within = (dice: Dice) => {
  const time_interval = dice.pick<"hour" | "day" | "week">(["hour", "day", "day", "week"])
  return { time_interval, time_value: 1 + dice.below(time_interval === "hour" ? 60 : 3) }
}

const isoOf = (micros: number): string => new Date(micros / 1000).toISOString()

/** A condition on such deeds. */
export const randomBehaviour = (dice: Dice): AskedBehaviour => {
  const value = dice.pick(behaviourKinds)
  const isDated = !value.startsWith("st") && !value.startsWith("re") && value !== "performed_event_regularly"
  const dated = isDated && dice.chance(0.3)
    ? {
      explicit_datetime: isoOf(asked - dice.below(100) * hour),
      ...(dice.chance(0.5) ? { explicit_datetime_to: isoOf(asked - dice.below(40) * hour) } : undefined)
    }
    : within(dice)
  return {
    type: "behavioral",
    value,
    key: dice.pick(["view", "buy"]),
    ...dated,
    ...(dice.chance(0.3) ? { event_filters: [{ type: "event", key: "plan", value: "pro" }] } : undefined),
    operator: dice.pick<NonNullable<AskedBehaviour["operator"]>>(["eq", "exact", "gt", "gte", "lt", "lte"]),
    operator_value: dice.below(4),
    seq_event: dice.pick(["view", "buy", "leave"]),
    seq_time_value: 1 + dice.below(20),
    seq_time_interval: dice.pick<"hour" | "day">(["hour", "hour", "day"]),
    total_periods: 3,
    min_periods: 1 + dice.below(3)
  }
}
