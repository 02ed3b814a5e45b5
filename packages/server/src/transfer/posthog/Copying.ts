import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import type { Id, Ledger } from "./Ledger.ts"
import { AnswerRefused, type ProjectApi, type ProjectApiFailed } from "./ProjectApi.ts"
import { inOrder, recordsOf, type SourceRecord } from "./ReadProject.ts"
import type { KindName, RecordKind } from "./RecordKinds.ts"

/** Where records are looked for, and where they are made. */
export interface Workplace {
  /** The project that is asked for what is there. */
  readonly target: ProjectApi
  /** Where records are made: the target, or in a dry run a copy of it in memory. */
  readonly work: ProjectApi
  readonly isDry: boolean
  /** The id where records are made of a record of the target. */
  readonly workIdOf: (kind: KindName, id: Id) => Id | undefined
}

/** A copy under way. */
export interface Copying {
  readonly source: ProjectApi
  readonly records: ReadonlyArray<SourceRecord>
  readonly place: Workplace
  readonly ledger: Ledger
  /** What the target has, by kind. */
  readonly indexes: Map<RecordKind, Effect.Effect<Index, AnswerRefused | ProjectApiFailed>>
  /** The dashboards of the source whose copies take insights, texts and places. */
  readonly openDashboards: Set<string>
}

/** Finds what the target has of a kind: of records with the same key the first that is not taken; each is taken once. */
export type Index = (body: JsonRecord) => JsonRecord | undefined

const readIndex = (kind: RecordKind, target: ProjectApi) =>
  recordsOf(target, kind).pipe(
    Effect.map((records): Index => {
      const byKey = Map.groupBy(inOrder(records), kind.key)
      return (body) => byKey.get(kind.key(body))?.shift()
    }),
    Effect.catchTag("AnswerRefused", ({ reason, status }) =>
      Effect.fail(new AnswerRefused({ status, reason: `what is there of ${kind.path} cannot be read: ${reason}` })))
  )

/** The index of a kind; the target is asked once. */
export const indexOf = Effect.fnUntraced(function*(kind: RecordKind, { indexes, place }: Copying) {
  const known = indexes.get(kind)
  if (known !== undefined) return yield* known
  const index = yield* Effect.cached(readIndex(kind, place.target))
  indexes.set(kind, index)
  return yield* index
})
