import { lengthOf, wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Option, Result } from "effect"
import type { Dashboard } from "../dashboards/Dashboard.ts"
import { DashboardRepository } from "../dashboards/DashboardRepository.ts"
import { drawnNode, titleOf } from "../dashboards/DrawnInsight.ts"
import type { Insight } from "../dashboards/Insight.ts"
import { queryKindOf } from "../dashboards/InsightKind.ts"
import { InsightRepository } from "../dashboards/InsightRepository.ts"
import { InsightResults } from "../dashboards/InsightResults.ts"
import { makeShownTiles } from "../dashboards/ShownTiles.ts"
import type { Project } from "../identity/Project.ts"
import { failureText, type QueryFailure } from "../query/execution/QueryFailureText.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import { numbersOf } from "./AnswerTable.ts"
import { ChartPictures } from "./ChartPictures.ts"
import type { DeliveryContent, SentInsight } from "./DeliveryContent.ts"
import type { Subscription } from "./Subscription.ts"
import { maxInsights } from "./SubscriptionInput.ts"

/** A longer answer has more than a mail shows, and would hold up others while it is read. */
const longestAnswer = 2 * 1024 * 1024

/** What is sent: the insights of a subscription, with the dashboard whose filters count. */
interface Source {
  readonly name: string
  readonly on: Dashboard | undefined
  readonly insights: ReadonlyArray<Insight>
  readonly more: number
}

/** Whether a failure is about the engine and not about the insight: there may be an answer a little later. */
const isPassing = (failure: QueryFailure): boolean => failure._tag !== "QueryRefused" && failureText(failure).retryable

/** Makes what a delivery of a subscription tells. Fails where there may be an answer a little later. */
export const makeContentMaking = Effect.gen(function*() {
  const dashboards = yield* DashboardRepository
  const insights = yield* InsightRepository
  const results = yield* InsightResults
  const tiles = yield* makeShownTiles

  const ofInsight = Effect.fnUntraced(function*({ insight_id, project_id }: Subscription) {
    const found = insight_id === null ? undefined : Option.getOrUndefined(yield* insights.find(project_id, insight_id))
    if (found === undefined || found.deleted) return Result.fail("The insight is deleted.")
    return Result.succeed<Source>({ name: titleOf(found), on: undefined, insights: [found], more: 0 })
  })

  const ofDashboard = Effect.fnUntraced(function*(subscription: Subscription, on: Dashboard) {
    const shown = (yield* tiles.ofDashboard(subscription.project_id, on.id)).map(({ insight }) => insight)
    const { dashboard_export_insights: chosen } = subscription
    const meant = chosen.length === 0 ?
      shown.filter(({ query }) => query !== null) :
      shown.filter(({ id }) => chosen.includes(id))
    if (meant.length === 0) return Result.fail("The dashboard shows none of the insights that are sent.")
    const sent = meant.slice(0, maxInsights)
    return Result.succeed<Source>({ name: on.name, on, insights: sent, more: meant.length - sent.length })
  })

  /** What is sent; a reason where there is nothing. */
  const sourceOf = Effect.fnUntraced(function*(subscription: Subscription) {
    const { dashboard_id, project_id } = subscription
    if (dashboard_id === null) return yield* ofInsight(subscription)
    const on = Option.getOrUndefined(yield* dashboards.find(project_id, dashboard_id))
    return on === undefined || on.deleted
      ? Result.fail("The dashboard is deleted.")
      : yield* ofDashboard(subscription, on)
  })

  const shown = Effect.fnUntraced(function*(insight: Insight, answer: JsonRecord) {
    const kind = queryKindOf(insight.query) ?? ""
    const numbers = numbersOf(kind, answer)
    // One number says as much as its picture.
    if (numbers.headline !== null) return { ...numbers, picture: null, error: null }
    const { pictureOf } = yield* ChartPictures
    const picture = yield* pictureOf({ kind, title: titleOf(insight), node: drawnNode(insight.query), answer })
    return { ...numbers, picture: Option.getOrNull(picture), error: null }
  })

  const withoutNumbers = (error: string) => ({ headline: null, table: null, picture: null, error })

  const answered = Effect.fnUntraced(
    function*(project: Project, { created_by: user }: Subscription, source: Source, insight: Insight) {
      const asking = { project, user, endpoint: "subscriptions" }
      const ask = { refresh: "force_blocking", on: source.on } as const
      const found = yield* Effect.result(results.of(asking, insight, ask))
      if (Result.isFailure(found)) {
        return isPassing(found.failure)
          ? yield* Effect.fail(found.failure)
          : withoutNumbers(failureText(found.failure).message)
      }
      if (found.success === undefined) return withoutNumbers("The insight has no query.")
      return lengthOf(found.success) > longestAnswer
        ? withoutNumbers("The answer is too long to be sent.")
        : yield* shown(insight, recordOrEmpty(JSON.parse(wholeText(found.success))))
    },
    Effect.scoped
  )

  return Effect.fnUntraced(function*(project: Project, subscription: Subscription) {
    const source = yield* sourceOf(subscription)
    if (Result.isFailure(source)) return Result.fail(source.failure)
    const sent: Array<SentInsight> = []
    for (const insight of source.success.insights) {
      const { id, short_id } = insight
      const numbers = yield* answered(project, subscription, source.success, insight)
      sent.push({ id, short_id, name: titleOf(insight), ...numbers })
    }
    const { more, name } = source.success
    return Result.succeed<Omit<DeliveryContent, "id" | "project_id">>({ resource_name: name, insights: sent, more })
  })
})
