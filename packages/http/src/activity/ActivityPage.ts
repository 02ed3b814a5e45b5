import type { ActivityFilter } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { Effect, Schema } from "effect"
import { HttpServerRequest } from "effect/http"
import { clientUrl } from "../requests/ClientUrl.ts"
import { withoutKeys } from "../requests/Credentials.ts"
import { maxLimit } from "../requests/Paging.ts"
import { described } from "../shared/Described.ts"
import { ActivityEntryRecord, activityEntryRecord } from "./ActivityEncode.ts"
import { positiveInt } from "./PositiveInt.ts"

/** The entries of a page when the client names no `limit`. */
export const defaultActivityLimit = 10

/** A page of the activity log on the wire. */
export const ActivityPage = Schema.Struct({
  results: described(Schema.Array(ActivityEntryRecord), "The entries, newest first."),
  next: described(Schema.NullOr(Schema.String), "The URL of the next page; null on the last one."),
  previous: described(Schema.NullOr(Schema.String), "The URL of the page before; null on the first one."),
  total_count: described(Schema.Int, "The number of entries on all pages.")
}).annotate({ identifier: "ActivityLogPage" })

/** The query parameters of every activity list: pages count from 1. */
export const activityPageParams = {
  limit: positiveInt("The entries of a page: 10 by default, at most 1,000."),
  page: positiveInt("The page, counted from 1.")
}

interface PageQuery {
  readonly limit?: number
  readonly page?: number
}

const linkTo = (url: URL, limit: number, page: number): string => {
  const link = withoutKeys(url)
  link.searchParams.set("limit", String(limit))
  link.searchParams.set("page", String(page))
  link.searchParams.sort()
  return link.href
}

/**
 * The page of the activity log that a request asks for: all an activity endpoint does. A `limit` above the API's largest
 * is cut to it, which the links show.
 */
export const makeActivityPage = Effect.gen(function*() {
  const log = yield* ActivityLog
  return Effect.fnUntraced(function*(filter: ActivityFilter, query: PageQuery) {
    const limit = Math.min(query.limit ?? defaultActivityLimit, maxLimit)
    const page = query.page ?? 1
    const { count, items } = yield* log.list(filter, { limit, offset: (page - 1) * limit })
    const url = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, clientUrl)
    return {
      results: items.map(activityEntryRecord),
      next: page * limit < count ? linkTo(url, limit, page + 1) : null,
      previous: page > 1 ? linkTo(url, limit, page - 1) : null,
      total_count: count
    } satisfies typeof ActivityPage.Type
  })
})
