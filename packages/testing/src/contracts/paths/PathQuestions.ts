import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { Dice } from "../experiments/RandomHistory.ts"
import { turning } from "../retention/RetentionQuestions.ts"

/** A query of paths in the form of clients. */
export interface AskedPaths {
  readonly kind: "PathsQuery"
  readonly dateRange: { readonly date_from: "all" }
  readonly filterTestAccounts: boolean
  readonly aggregation_group_type_index: 0 | null
  readonly pathsFilter: {
    readonly includeEventTypes?: ReadonlyArray<"$pageview" | "$screen" | "custom_event" | "hogql">
    readonly pathsHogQLExpression?: "properties.plan"
    readonly startPoint?: string
    readonly endPoint?: string
    readonly excludeEvents?: ReadonlyArray<string>
    readonly pathGroupings?: ReadonlyArray<"/p*">
    readonly localPathCleaningFilters?: ReadonlyArray<{ readonly regex: "[0-9]+"; readonly alias: "N" }>
    readonly stepLimit?: number
    readonly edgeLimit?: number
    readonly minEdgeWeight?: number
    readonly maxEdgeWeight?: number
  }
}

const minute = 60_000_000

/** Persons who walk about, often several steps at one time, with pauses shorter and longer than half an hour. */
export const randomWalks = (dice: Dice, project: ProjectId): History => {
  const persons = 1 + dice.below(6)
  const events = Array.from({ length: 20 + dice.below(120) }, (_, place): PastEvent => ({
    uuid: eventUuid(project, place),
    person: `p${dice.below(persons)}`,
    name: dice.pick(["$pageview", "$pageview", "$screen", "a", "b", "$ping"]),
    time: turning + dice.below(60) * 10 * minute,
    group: dice.pick(["", "acme", "globex"]),
    session: dice.pick(["", "s1", "s3"]),
    properties: {
      $current_url: dice.pick(["/", "/p1", "/p2/", "/q7", "", null]),
      $screen_name: dice.pick(["Home", "Cart", null]),
      plan: dice.pick(["free", "pro", null])
    }
  }))
  return { project, events, merged: dice.chance(0.5) ? new Map([["p0", "p1"]]) : new Map() }
}

const point = (dice: Dice): string => dice.pick(["/", "/p1", "/p2/", "a", "Home", "pro"])

/** A query over such walks. */
export const randomPaths = (dice: Dice): AskedPaths => ({
  kind: "PathsQuery",
  dateRange: { date_from: "all" },
  filterTestAccounts: dice.chance(0.3),
  aggregation_group_type_index: dice.chance(0.2) ? 0 : null,
  pathsFilter: {
    ...dice.pick<Pick<AskedPaths["pathsFilter"], "includeEventTypes" | "pathsHogQLExpression">>([
      {},
      {},
      { includeEventTypes: ["$pageview"] },
      { includeEventTypes: ["custom_event", "$screen"] },
      { includeEventTypes: ["hogql"], pathsHogQLExpression: "properties.plan" },
      { includeEventTypes: ["hogql", "$pageview"], pathsHogQLExpression: "properties.plan" }
    ]),
    ...(dice.chance(0.3) ? { startPoint: point(dice) } : undefined),
    ...(dice.chance(0.3) ? { endPoint: point(dice) } : undefined),
    ...(dice.chance(0.2) ? { excludeEvents: ["/q7", "b"] } : undefined),
    ...(dice.chance(0.2) ? { pathGroupings: ["/p*"] } : undefined),
    ...(dice.chance(0.2) ? { localPathCleaningFilters: [{ regex: "[0-9]+", alias: "N" }] } : undefined),
    ...(dice.chance(0.6) ? { stepLimit: 1 + dice.below(7) } : undefined),
    ...(dice.chance(0.3) ? { edgeLimit: 1 + dice.below(8) } : undefined),
    ...(dice.chance(0.2) ? { minEdgeWeight: 2 } : undefined),
    ...(dice.chance(0.2) ? { maxEdgeWeight: 1 + dice.below(4) } : undefined)
  }
})
