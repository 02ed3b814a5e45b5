import type { Page, PageRequest } from "@hedgerow/core/shared/Page"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Effect, Schema, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { described } from "../shared/Described.ts"
import { clientUrl } from "./ClientUrl.ts"
import { withoutKeys } from "./Credentials.ts"
import { intParam } from "./IntParam.ts"

/** The most items a page holds; a larger `limit` is cut to it. */
export const maxLimit = 1000

/** The items of a page when the client names no `limit`. */
export const defaultLimit = 100

/** A page of a list on the wire. */
export const pageOf = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    count: described(Schema.Int, "The number of items on all pages."),
    next: described(Schema.NullOr(Schema.String), "The URL of the next page; null on the last one."),
    previous: described(Schema.NullOr(Schema.String), "The URL of the page before; null on the first one."),
    results: described(Schema.Array(item), "The items of this page.")
  })

/** An integer parameter; a text that is no integer is read as absent. */
export const lenientInt = (description: string) =>
  Schema.optionalKey(intParam(description).pipe(Schema.catchDecoding(() => Effect.succeedNone)))

/** The query parameters of every paged list. */
export const pageParams = {
  limit: lenientInt(
    "The items of a page: 100 by default, at most 1,000. A value that is no positive integer is ignored."
  ),
  offset: lenientInt("The items before the page: 0 by default. A value that is no integer is ignored.")
}

/** The asked page: a `limit` that is no positive integer means the default, an `offset` that is none means 0. */
export const pageRequest = (
  query: { readonly limit?: number; readonly offset?: number },
  limitByDefault: number = defaultLimit
): PageRequest => {
  const limit = query.limit === undefined || query.limit <= 0 ? limitByDefault : Math.min(query.limit, maxLimit)
  return { limit, offset: Math.max(query.offset ?? 0, 0) }
}

const linkTo = (url: URL, limit: number, offset: number): string => {
  const link = withoutKeys(url)
  link.searchParams.set("limit", String(limit))
  if (offset > 0) link.searchParams.set("offset", String(offset))
  else link.searchParams.delete("offset")
  link.searchParams.sort()
  return link.href
}

/** The links around a page: absolute, other parameters but the key kept, all sorted by name. */
export const pageLinks = (url: URL, { limit, offset }: PageRequest, count: number) => ({
  next: offset + limit < count ? linkTo(url, limit, offset + limit) : null,
  previous: offset > 0 ? linkTo(url, limit, offset - limit) : null
})

/** The wire form of a page for the current request. */
export const pageBody = Effect.fnUntraced(function*<A, B>(
  page: Page<A>,
  asked: PageRequest,
  toRecord: (item: A) => B
) {
  const url = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, clientUrl)
  return { count: page.count, ...pageLinks(url, asked, page.count), results: page.items.map(toRecord) }
})

/** A page of more characters is sent piece by piece: it is never held whole a second time. */
const longPage = 4 * 1024 * 1024

const json = { contentType: "application/json" }

/**
 * The page for the current request as an answer. Records have the types of the contract, and are not checked once more;
 * they are written one by one, so that other requests get their turn between large ones.
 */
export const pageText = Effect.fnUntraced(function*<A, B extends object>(
  page: Page<A>,
  asked: PageRequest,
  toRecord: (item: A) => B,
  textOf: (record: B) => string = JSON.stringify
) {
  const { results: _, ...around } = yield* pageBody({ count: page.count, items: [] }, asked, toRecord)
  const texts = [`${JSON.stringify(around).slice(0, -1)},"results":[`]
  const workSlice = new WorkSlice()
  let length = 0
  for (const [at, item] of page.items.entries()) {
    const text = `${at === 0 ? "" : ","}${textOf(toRecord(item))}`
    texts.push(text)
    length += text.length
    if (workSlice.isOver(text.length)) yield* Effect.yieldNow
  }
  texts.push("]}")
  return length > longPage
    ? HttpServerResponse.stream(Stream.encodeText(Stream.fromIterable(texts, { chunkSize: 1 })), json)
    : HttpServerResponse.text(texts.join(""), json)
})

/** A page of a list that is held whole. */
export const slice = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRequest): Page<A> => ({
  items: items.slice(offset, offset + limit),
  count: items.length
})
