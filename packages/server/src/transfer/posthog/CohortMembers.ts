import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import { whole } from "../Progress.ts"
import { listAll, type ProjectApi } from "./ProjectApi.ts"

/** The distinct id by which the target knows a person. */
const knownId = Effect.fnUntraced(function*({ distinct_ids }: JsonRecord, target: ProjectApi) {
  for (const id of Array.isArray(distinct_ids) ? distinct_ids : []) {
    const { body } = yield* target.send("GET", `persons/?distinct_id=${encodeURIComponent(String(id))}`)
    if (isJsonRecord(body) && Array.isArray(body["results"]) && body["results"].length > 0) return [String(id)]
  }
  return []
})

/** The members of a static cohort whom the target knows, by distinct ids. */
export const membersOf = Effect.fnUntraced(function*(source: ProjectApi, cohort: string, target: ProjectApi) {
  const members = yield* Effect.catchTag(
    listAll(source, `cohorts/${cohort}/persons/`),
    "ListRefused",
    () => Effect.succeed([] as ReadonlyArray<JsonRecord>)
  )
  const distinctIds = (yield* Effect.forEach(members, (member) => knownId(member, target))).flat()
  const missing = members.length - distinctIds.length
  const note = missing === 0
    ? `${whole(members.length)} members`
    : `${whole(distinctIds.length)} of ${whole(members.length)} members: the others are no persons here`
  return { distinctIds, note }
})
