import { isJsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import type { Ledger } from "./Ledger.ts"
import { eventOf, type PeopleTarget, sendEvents } from "./PeopleTarget.ts"
import { AnswerRefused, ask, type ProjectApi } from "./ProjectApi.ts"

/** A type of groups, with its index at the source and at the target. */
export interface GroupType {
  readonly name: string
  readonly index: number
  /** Undefined where the target has no index for it. */
  readonly targetIndex: number | undefined
}

/** The person in whose name groups are told: events of groups need one. */
export const groupsAuthor = "hedgerow-import"

/** The most types of groups that a project has. */
const mostTypes = 5

type Indexes = ReadonlyMap<string, number>

const listedTypes = (rows: ReadonlyArray<unknown>): Indexes =>
  new Map(rows.filter(isJsonRecord).map((row) => [String(row["group_type"]), Number(row["group_type_index"])]))

/** The types of groups of a project by name: from their list, or from the definitions of flags, which name them too. */
export const groupTypesAt = Effect.fnUntraced(function*(api: ProjectApi) {
  const listed = yield* api.send("GET", "groups_types/")
  if (listed.status === 200 && Array.isArray(listed.body)) return listedTypes(listed.body)
  const { group_type_mapping } = yield* ask(api, "GET", "feature_flags/local_evaluation/")
  if (!isJsonRecord(group_type_mapping)) {
    return yield* new AnswerRefused({ status: 200, reason: "the types of groups are not listed" })
  }
  const indexes: Indexes = new Map(
    Object.entries(group_type_mapping).map(([index, name]) => [String(name), Number(index)])
  )
  return indexes
})

const inOrder = (types: Indexes) => [...types].toSorted(([, a], [, b]) => a - b)

/** Where new types come to be: at the free indexes, in their order. */
const withNew = (there: Indexes, names: ReadonlyArray<string>): Indexes => {
  const free = Array.from({ length: mostTypes }, (_, index) => index)
    .filter((index) => ![...there.values()].includes(index))
  return new Map([...there, ...names.slice(0, free.length).map((name, place) => [name, free[place] ?? 0] as const)])
}

/** Tells the target of types that it lacks, in the order of their indexes, and of no group. */
const addTypes = Effect.fnUntraced(function*(target: PeopleTarget, names: ReadonlyArray<string>) {
  for (const name of names) {
    yield* sendEvents(target, [eventOf({
      event: "$groupidentify",
      distinct_id: groupsAuthor,
      timestamp: "2020-01-01T00:00:00Z",
      properties: { $group_type: name }
    })])
  }
})

const refused = (ledger: Ledger, reason: string) =>
  Effect.sync((): ReadonlyArray<GroupType> => {
    ledger.tell({ what: "group types", name: "all of them", outcome: "left out", note: reason })
    return []
  })

/**
 * Gives the target the types of groups of the source, and finds their indexes there: records name types by their index,
 * which is another one where the target had types before.
 */
export const copyGroupTypes = Effect.fnUntraced(
  function*(source: ProjectApi, target: PeopleTarget, ledger: Ledger) {
    const types = yield* groupTypesAt(source)
    if (types.size === 0) return []
    const before = yield* groupTypesAt(target.api)
    const missing = inOrder(types).map(([name]) => name).filter((name) => !before.has(name))
    yield* addTypes(target, missing)
    const there = target.events === undefined || missing.length === 0
      ? withNew(before, missing)
      : yield* groupTypesAt(target.api)
    return inOrder(types).map(([name, index]): GroupType => {
      const targetIndex = there.get(name)
      ledger.put("groupTypes", String(index), { id: targetIndex, workId: targetIndex, isMade: false })
      if (targetIndex === undefined) {
        ledger.tell({ what: "group type", name, outcome: "left out", note: "the project has no index for it" })
      }
      return { name, index, targetIndex }
    })
  },
  (effect, _source, _target, ledger) =>
    Effect.catchTags(effect, {
      AnswerRefused: ({ reason }) => refused(ledger, reason),
      TargetFailed: ({ reason }) => refused(ledger, reason)
    })
)
