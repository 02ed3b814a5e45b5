import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { groupsAuthor, type GroupType } from "./GroupTypes.ts"
import { type ListedPage, listPages } from "./Lists.ts"
import { countsOf, endOf, eventOf, type PeopleTarget, sendEvents, timeOf } from "./PeopleTarget.ts"
import { AnswerRefused, ask, type ProjectApi } from "./ProjectApi.ts"
import type { Outcome } from "./Report.ts"

const groupQuery = (index: number, keys: ReadonlyArray<string>) => ({
  // What was asked before the groups came would be answered from the cache.
  refresh: "force_blocking",
  query: {
    kind: "HogQLQuery",
    query: "SELECT key FROM groups WHERE index = {index} AND key IN {keys} LIMIT 1000",
    values: { index, keys }
  }
})

/** The keys of those groups that the target has. */
const keysAt = Effect.fnUntraced(function*(api: ProjectApi, index: number, keys: ReadonlyArray<string>) {
  const { results } = yield* ask(api, "POST", "query/", groupQuery(index, keys))
  if (!Array.isArray(results)) return yield* new AnswerRefused({ status: 200, reason: "the query has no result" })
  return new Set(results.flatMap((row: unknown) => Array.isArray(row) ? [String(row[0])] : []))
})

const eventOfGroup = (type: string) => ({ created_at, group_key, group_properties }: JsonRecord): string =>
  eventOf({
    event: "$groupidentify",
    distinct_id: groupsAuthor,
    timestamp: timeOf(created_at),
    properties: { $group_type: type, $group_key: String(group_key), $group_set: recordOrEmpty(group_properties) }
  })

/** Copies the groups of a type that the target does not have. */
const copyType = Effect.fnUntraced(
  function*(source: ProjectApi, target: PeopleTarget, { index, name, targetIndex }: GroupType) {
    if (targetIndex === undefined) return []
    let [made, there] = [0, 0]
    const refused: Array<Outcome> = []
    const copyPage = Effect.fnUntraced(function*({ records }: ListedPage) {
      const known = yield* keysAt(target.api, targetIndex, records.map(({ group_key }) => String(group_key)))
      const missing = records.filter(({ group_key }) => !known.has(String(group_key)))
      const left = yield* sendEvents(target, missing.map(eventOfGroup(name)))
      refused.push(...left.map((note): Outcome => ({ what: "a group", name, outcome: "left out", note })))
      made += missing.length - left.length
      there += records.length - missing.length
      yield* target.onProgress("groups", made + there)
    })
    const failure = yield* Stream.runForEach(listPages(source, "groups/", `group_type_index=${index}`), copyPage).pipe(
      Effect.as(undefined),
      Effect.catchTags({
        AnswerRefused: ({ reason }) => Effect.succeed(reason),
        TargetFailed: ({ reason }) => Effect.succeed(reason)
      })
    )
    const what = `groups of ${name}`
    return [...countsOf(what, made, there), ...refused, ...endOf(what, made + there, failure)]
  }
)

/** Copies groups that the target does not have, type by type. */
export const copyGroups = (source: ProjectApi, target: PeopleTarget, types: ReadonlyArray<GroupType>) =>
  Effect.map(Effect.forEach(types, (type) => copyType(source, target, type)), (copied) => copied.flat())
