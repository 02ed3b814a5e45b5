import { Effect } from "effect"
import { KnownActions } from "../actions/KnownActions.ts"
import { KnownCohorts } from "../cohorts/KnownCohorts.ts"
import { TypedProperties } from "../definitions/TypedProperties.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import type { PreparedQuery } from "./AnswerQuery.ts"
import type { Asked } from "./Asked.ts"
import { EngineAbilities } from "./EngineAbilities.ts"
import { QueryLog } from "./log/QueryLog.ts"
import { ProjectNames } from "./ProjectNames.ts"
import { QueryKinds } from "./QueryKinds.ts"
import { type QueryRequest, readQueryRequest } from "./QueryRequest.ts"
import { makeUpgrade } from "./upgrade/UpgradeQuery.ts"

/** A request that was read, and its query. */
export interface ReadQuery {
  readonly request: QueryRequest
  readonly prepared: PreparedQuery
}

/** Reads request bodies: the query and its nested queries are upgraded to the last version of their kinds. */
export const makeReading = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const cohorts = yield* KnownCohorts
  const actions = yield* KnownActions
  const typed = yield* TypedProperties
  const abilities = yield* EngineAbilities
  const names = yield* ProjectNames
  const upgrade = makeUpgrade(kinds)
  const log = yield* QueryLog
  return Effect.fnUntraced(function*(
    body: unknown,
    { now, project }: Pick<Asked, "now" | "project">
  ): Effect.fn.Return<ReadQuery, InvalidInput> {
    const request = yield* Effect.fromResult(readQueryRequest(kinds, body))
    const { kind, node: sent, overrides, path } = request
    const node = recordOrEmpty(yield* upgrade(sent))
    const types = yield* typed.of(project.id)
    const asked = {
      project,
      types,
      cohorts: Effect.suspend(() => cohorts.of(project.id)),
      actions: Effect.suspend(() => actions.of(project.id)),
      abilities,
      now,
      overrides,
      groupTypes: Effect.suspend(() => names.groupTypes(project.id)),
      variables: Effect.suspend(() => names.variables(project.id)),
      queryLog: Effect.suspend(() => log.newest(project.id))
    }
    return { request, prepared: yield* kind.prepare({ ...asked, node, path }) }
  })
})
