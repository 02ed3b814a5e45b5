import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PeriodName } from "@hedgerow/core/query/kinds/retention/RetentionPeriods"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { Dice } from "../experiments/RandomHistory.ts"

/** The entity that begins or returns, in the form of clients. */
export interface AskedEntity {
  readonly id: string | null
  readonly type: "events"
  readonly properties?: ReadonlyArray<{ readonly type: "event"; readonly key: "plan"; readonly value: "pro" }>
}

/** A retention query in the form of clients. */
export interface AskedRetention {
  readonly kind: "RetentionQuery"
  readonly dateRange: { readonly date_to?: string }
  readonly filterTestAccounts: boolean
  readonly aggregation_group_type_index: 0 | null
  readonly breakdownFilter: { readonly breakdown: "plan"; readonly breakdown_limit: number } | null
  readonly retentionFilter: {
    readonly targetEntity: AskedEntity
    readonly returningEntity: AskedEntity
    readonly period: PeriodName
    readonly totalIntervals: number
    readonly retentionType: "retention_recurring" | "retention_first_time" | "retention_first_ever_occurrence"
    readonly cumulative: boolean
    readonly minimumOccurrences: number
  }
}

/** The evening before the clock changes in Berlin, in a leap year. */
export const turning = Date.UTC(2024, 9, 26, 20) * 1000

const hour = 3_600_000_000

/** Persons with a few events, often at the same time, who turn out to be each other. */
export const randomRetentionHistory = (dice: Dice, project: ProjectId): History => {
  const persons = 2 + dice.below(8)
  const reach = dice.pick([40, 200, 3_000])
  const events = Array.from({ length: 20 + dice.below(100) }, (_, place): PastEvent => ({
    uuid: eventUuid(project, place),
    person: `p${dice.below(persons)}`,
    name: dice.pick(["view", "view", "buy", "leave"]),
    time: turning + (dice.below(reach) - Math.floor(reach / 2)) * hour + dice.below(3) * 600_000_000,
    group: dice.pick(["", "acme", "globex"]),
    session: dice.pick(["", "s1", "s3"]),
    properties: { plan: dice.pick(["free", "pro", "team", "", null]) }
  }))
  const merged = new Map<string, string>()
  if (dice.chance(0.5)) merged.set("p0", "p1")
  return { project, events, merged }
}

const randomEntity = (dice: Dice): AskedEntity => ({
  id: dice.pick(["view", "view", "buy", null]),
  type: "events",
  ...(dice.chance(0.3) ? { properties: [{ type: "event", key: "plan", value: "pro" }] } : undefined)
})

/** A query over such a history. */
export const randomRetention = (dice: Dice): AskedRetention => {
  const period = dice.pick<PeriodName>(["Hour", "Day", "Day", "Week", "Month"])
  const targetEntity = randomEntity(dice)
  const isDated = period !== "Hour" && dice.chance(0.5)
  return {
    kind: "RetentionQuery",
    dateRange: isDated ? { date_to: dice.pick(["2024-10-27", "2024-10-28", "2024-11-03", "2025-03-01"]) } : {},
    filterTestAccounts: dice.chance(0.3),
    aggregation_group_type_index: dice.chance(0.2) ? 0 : null,
    breakdownFilter: dice.chance(0.4) ? { breakdown: "plan", breakdown_limit: 1 + dice.below(3) } : null,
    retentionFilter: {
      targetEntity,
      returningEntity: dice.chance(0.3) ? targetEntity : randomEntity(dice),
      period,
      totalIntervals: dice.chance(0.15) ? 31 + dice.below(4) : 1 + dice.below(9),
      retentionType: dice.pick([
        "retention_recurring",
        "retention_first_time",
        "retention_first_ever_occurrence"
      ]),
      cumulative: dice.chance(0.3),
      minimumOccurrences: dice.chance(0.3) ? 2 : 1
    }
  }
}
