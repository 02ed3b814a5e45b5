import { DateTime, Effect, Option } from "effect"
import { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import { InsightRepository } from "../dashboards/InsightRepository.ts"
import { makeShownTiles } from "../dashboards/ShownTiles.ts"
import type { Draft } from "../entities/EntityEditing.ts"
import { differs } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { OutgoingHttp } from "../webhooks/OutgoingHttp.ts"
import type { Subscription } from "./Subscription.ts"
import { SubscriptionRepository } from "./SubscriptionRepository.ts"
import { targetFault } from "./SubscriptionTargets.ts"

/** The most subscriptions of a project that are not deleted. */
export const maxSubscriptions = 200

const tooMany = InvalidInput.at([], "invalid_input", `A project has at most ${maxSubscriptions} subscriptions.`)
const nothing = InvalidInput.at([], "required", "Name the dashboard or the insight that is sent.")
const both = InvalidInput.at(["insight"], "invalid_input", "Name a dashboard or an insight, not both.")
const noDashboard = InvalidInput.at(
  ["dashboard_export_insights"],
  "invalid_input",
  "Only a dashboard has insights to choose from."
)
const otherType = InvalidInput.at(
  ["target_type"],
  "invalid_input",
  "The type stays as it is: make another subscription."
)
const noDays = InvalidInput.at(["bysetpos"], "invalid_input", "A place is one among `byweekday`: name the days.")
const noPlace = InvalidInput.at(
  ["bysetpos"],
  "invalid_input",
  "A day or a week has no places: use `monthly` or `yearly`."
)
const reversed = InvalidInput.at(["until_date"], "invalid_value", "until_date must be later than start_date.")
const noDate = InvalidInput.at(
  ["start_date"],
  "invalid_value",
  "This schedule has no date that is at least 15 minutes ahead."
)

/** A rule is counted from its first date: one that is too far away takes too long. */
const [earliest, latest] = [DateTime.makeUnsafe("2000-01-01T00:00:00Z"), DateTime.makeUnsafe("2200-01-01T00:00:00Z")]
const farAway = InvalidInput.at(["start_date"], "invalid_value", "The first date is one of the years 2000 to 2199.")

const unknown = (path: ReadonlyArray<string | number>, id: number) =>
  InvalidInput.at(path, "does_not_exist", `Invalid pk "${id}" - object does not exist.`)

/** What the fields of a subscription contradict each other in. */
const contradiction = (after: Subscription, before: Subscription | undefined): InvalidInput | undefined => {
  const { bysetpos, byweekday, dashboard_id, frequency, insight_id, start_date, until_date } = after
  if (before !== undefined && before.target_type !== after.target_type) return otherType
  if (dashboard_id === null && insight_id === null) return nothing
  if (dashboard_id !== null && insight_id !== null) return both
  if (dashboard_id === null && after.dashboard_export_insights.length > 0) return noDashboard
  if (bysetpos !== null && byweekday.length === 0) return noDays
  if (bysetpos !== null && (frequency === "daily" || frequency === "weekly")) return noPlace
  if (!DateTime.between(start_date, { minimum: earliest, maximum: latest })) return farAway
  return until_date !== null && DateTime.isLessThanOrEqualTo(until_date, start_date) ? reversed : undefined
}

/** Whether one of these fields is another one. */
const isOther = ({ after, before }: Draft<Subscription>, fields: ReadonlyArray<keyof Subscription>): boolean =>
  before === undefined || fields.some((field) => differs(before, { [field]: after[field] }))

const isSent = ({ deleted, enabled }: Subscription): boolean => enabled && !deleted

/** The rules of subscriptions that look at other records; each fails with the field that breaks it. */
export const makeSubscriptionRules = Effect.gen(function*() {
  const repository = yield* SubscriptionRepository
  const insights = yield* InsightRepository
  const dashboards = yield* DashboardRepository
  const tiles = yield* makeShownTiles

  const requireInsight = Effect.fnUntraced(function*({ insight_id, project_id }: Subscription) {
    if (insight_id === null) return
    const found = Option.getOrUndefined(yield* insights.find(project_id, insight_id))
    if (found === undefined || found.deleted) return yield* unknown(["insight"], insight_id)
  })

  const requireDashboard = Effect.fnUntraced(function*(subscription: Subscription) {
    const { dashboard_export_insights: chosen, dashboard_id, project_id } = subscription
    if (dashboard_id === null) return
    const found = Option.getOrUndefined(yield* dashboards.find(project_id, dashboard_id))
    if (found === undefined || found.deleted) return yield* unknown(["dashboard"], dashboard_id)
    if (chosen.length === 0) return
    const shown = new Set((yield* tiles.ofDashboard(project_id, dashboard_id)).map(({ insight }) => insight.id))
    for (const [place, id] of chosen.entries()) {
      if (!shown.has(id)) return yield* unknown(["dashboard_export_insights", place], id)
    }
  })

  const requireTarget = Effect.fnUntraced(function*(subscription: Subscription) {
    // Everybody has unsubscribed: it is off until it has other addresses.
    if (subscription.target_value === "" && !subscription.enabled) return
    const fault = targetFault(subscription)
    if (fault !== undefined) return yield* fault
    const { refusal } = yield* OutgoingHttp
    const reason = subscription.target_type === "email" ? undefined : refusal(subscription.target_value)
    if (reason !== undefined) return yield* InvalidInput.at(["target_value"], "invalid_input", reason)
  })

  const requirePlace = Effect.fnUntraced(function*({ after, before }: Draft<Subscription>) {
    if (after.deleted || before?.deleted === false) return
    if ((yield* repository.all(after.project_id)).length >= maxSubscriptions) return yield* tooMany
  })

  /** What stays as it was is not looked at again: a dashboard that is gone hinders no other change. */
  return Effect.fnUntraced(function*(draft: Draft<Subscription>) {
    const { after, before } = draft
    const fault = contradiction(after, before)
    if (fault !== undefined) return yield* fault
    const turnedOn = isSent(after) && (before === undefined || !isSent(before))
    if (turnedOn || isOther(draft, ["insight_id"])) yield* requireInsight(after)
    if (turnedOn || isOther(draft, ["dashboard_id", "dashboard_export_insights"])) yield* requireDashboard(after)
    if (turnedOn || isOther(draft, ["target_value"])) yield* requireTarget(after)
    if (isSent(after) && after.next_delivery_date === null && before?.next_delivery_date !== null) return yield* noDate
    yield* requirePlace(draft)
  })
})
