import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { AnswerRefused, detailOf, type ProjectApi, ProjectApiFailed } from "./ProjectApi.ts"

/** A page of a list, with the number of all records where the API says it. */
export interface ListedPage {
  readonly records: ReadonlyArray<JsonRecord>
  readonly count: number | undefined
}

/** The search part of a link to the next page. Its path is not followed: the key goes to the project's address alone. */
const searchOf = (next: unknown): string | undefined =>
  typeof next === "string" && URL.canParse(next, "http://list") ? new URL(next, "http://list").search : undefined

const pageOf = (body: unknown): ListedPage => {
  const { count, results = body } = isJsonRecord(body) ? body : {}
  return {
    records: Array.isArray(results) ? results.filter(isJsonRecord) : [],
    count: typeof count === "number" ? count : undefined
  }
}

/** The pages of a list, one after the other; a bare list is one page. */
export const listPages = (api: ProjectApi, path: string, parameters = "") =>
  Stream.paginate(`?limit=100${parameters === "" ? "" : `&${parameters}`}`, (search) =>
    Effect.gen(function*() {
      const answer = yield* api.send("GET", `${path}${search}`)
      if (answer.status !== 200) {
        return yield* new AnswerRefused({ status: answer.status, reason: detailOf(answer) })
      }
      const next = isJsonRecord(answer.body) ? searchOf(answer.body["next"]) : undefined
      if (next === search) {
        return yield* new ProjectApiFailed({ name: api.name, reason: `links ${path} to the same page again.` })
      }
      return [[pageOf(answer.body)], Option.fromUndefinedOr(next)] as const
    }))

/** The most times that a list is read which changes while it is read. */
const mostReadings = 3

/**
 * All records of a list, each once. A record that moves to another page while the pages are read would be read twice or
 * not at all: the first of each id counts, and a list that has another number of records than it says is read again.
 */
export const listAll = Effect.fnUntraced(function*(api: ProjectApi, path: string, parameters = "") {
  for (let readings = 1;; readings++) {
    const pages = yield* Stream.runCollect(listPages(api, path, parameters))
    const records = new Map<unknown, JsonRecord>()
    for (const record of pages.flatMap((page) => page.records)) {
      const id = record["id"] ?? record
      if (!records.has(id)) records.set(id, record)
    }
    const count = pages.at(-1)?.count
    if (count === undefined || count === records.size || readings === mostReadings) return [...records.values()]
  }
})
