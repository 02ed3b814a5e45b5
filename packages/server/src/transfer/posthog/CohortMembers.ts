import { cutText } from "@hedgerow/core/shared/CapturedText"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { whole } from "../Progress.ts"
import type { Copying } from "./Copying.ts"
import type { KindSteps } from "./KindSteps.ts"
import type { Id } from "./Ledger.ts"
import { type ListedPage, listPages } from "./Lists.ts"
import { AnswerRefused, ask, type ProjectApi } from "./ProjectApi.ts"
import type { SourceRecord } from "./ReadProject.ts"

/** The most distinct ids of a request. */
const mostIds = 1_000

/** The distinct ids of members, as capture keeps them, in parts for one request each; those of a person stay together. */
const partsOf = ({ records }: ListedPage): ReadonlyArray<ReadonlyArray<string>> => {
  const parts: Array<Array<string>> = []
  for (const { distinct_ids } of records) {
    const ids = Array.isArray(distinct_ids) ? distinct_ids.map((id) => cutText(String(id))) : []
    const last = parts.at(-1)
    if (last !== undefined && last.length + ids.length <= mostIds) last.push(...ids)
    else parts.push(ids)
  }
  return parts
}

const membersAt = (source: ProjectApi, cohort: string) => listPages(source, `cohorts/${cohort}/persons/`)

const numberOf = (value: unknown): number => typeof value === "number" ? value : 0

/** Adds the source's members to a cohort, page by page; ids that are no persons here are passed over. */
const addMembers = Effect.fnUntraced(function*(source: ProjectApi, cohort: string, target: ProjectApi, id: Id) {
  let [members, here] = [0, 0]
  yield* Stream.runForEach(membersAt(source, cohort), (page) =>
    Effect.gen(function*() {
      members += page.records.length
      for (const ids of partsOf(page)) {
        const { count } = yield* ask(target, "PATCH", `cohorts/${id}/`, { _create_static_person_ids: ids })
        here = numberOf(count)
      }
    }))
  return here === members
    ? `${whole(members)} members`
    : `${whole(here)} of ${whole(members)} members: the others are no persons here`
})

const knownQuery = (id: Id, ids: ReadonlyArray<string>) => ({
  // What was asked before would be answered from the cache.
  refresh: "force_blocking",
  query: {
    kind: "HogQLQuery",
    query: `SELECT count(DISTINCT person_id), count(DISTINCT if(person_id IN COHORT ${id}, person_id, NULL)) `
      + "FROM person_distinct_ids WHERE distinct_id IN {ids}",
    values: { ids }
  }
})

/** The numbers of the source's members who are persons here, and of those among them who are members here. */
const comparedMembers = Effect.fnUntraced(function*(source: ProjectApi, cohort: string, target: ProjectApi, id: Id) {
  let [persons, members] = [0, 0]
  yield* Stream.runForEach(membersAt(source, cohort), (page) =>
    Effect.gen(function*() {
      for (const ids of partsOf(page)) {
        const { results } = yield* ask(target, "POST", "query/", knownQuery(id, ids))
        const row: unknown = Array.isArray(results) ? results[0] : undefined
        if (!Array.isArray(row)) return yield* new AnswerRefused({ status: 200, reason: "the query has no result" })
        persons += numberOf(row[0])
        members += numberOf(row[1])
      }
    }))
  return { persons, members }
})

/** Adds what an ended run left out. A cohort that has other members than the source's stays as it is. */
const completed = Effect.fnUntraced(
  function*({ id, record }: SourceRecord, there: JsonRecord, { place, source }: Copying) {
    const at = String(there["id"])
    if (record["is_static"] !== true || there["is_static"] !== true || place.isDry) return undefined
    const { members, persons } = yield* comparedMembers(source, id, place.target, at)
    if (members === persons) return undefined
    return members === numberOf(there["count"])
      ? yield* addMembers(source, id, place.target, at)
      : "has other members; they stay as they are"
  }
)

const notRead = ({ reason }: AnswerRefused) => Effect.succeed(`its members were not copied: ${reason}`)

/** A static cohort is made empty and then gets its members. */
export const cohortSteps: KindSteps = {
  made: ({ id, record }, made, { place, source }) =>
    record["is_static"] !== true || place.isDry
      ? Effect.succeed(undefined)
      : Effect.catchTag(addMembers(source, id, place.work, String(made["id"])), "AnswerRefused", notRead),
  found: (one, there, copying) => Effect.catchTag(completed(one, there, copying), "AnswerRefused", notRead)
}
