import { Effect } from "effect"
import { KnownActions } from "../actions/KnownActions.ts"
import { type KnownTypes, TypedProperties } from "../definitions/TypedProperties.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import type { PreparedQuery } from "./AnswerQuery.ts"
import type { Asked } from "./Asked.ts"
import { EngineAbilities } from "./EngineAbilities.ts"
import { KnownCohorts } from "./KnownCohorts.ts"
import { QueryLog } from "./log/QueryLog.ts"
import { ProjectNames } from "./ProjectNames.ts"
import { QueryKinds } from "./QueryKinds.ts"
import { type QueryRequest, readQueryRequest } from "./QueryRequest.ts"
import { makeRecentReadings, type Reading } from "./RecentReadings.ts"
import { makeUpgrade } from "./upgrade/UpgradeQuery.ts"

/** A request that was read, and its query. */
export interface ReadQuery {
  readonly request: QueryRequest
  readonly prepared: PreparedQuery
}

/** For whom and when a body is read. `text` is the JSON text that it is the value of. */
export interface ReadFor extends Pick<Asked, "now" | "project"> {
  readonly text?: string | undefined
}

/**
 * Reads request bodies: the query and its nested queries are upgraded to the last version of their kinds. One whose text was
 * read lately is not read again.
 */
export const makeReading = Effect.gen(function*() {
  const kinds = yield* QueryKinds
  const cohorts = yield* KnownCohorts
  const actions = yield* KnownActions
  const typed = yield* TypedProperties
  const abilities = yield* EngineAbilities
  const names = yield* ProjectNames
  const upgrade = makeUpgrade(kinds)
  const log = yield* QueryLog
  const recent = makeRecentReadings()

  const askedFor = ({ now, project }: ReadFor, types: KnownTypes, { overrides }: QueryRequest): Asked => ({
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
  })

  const read = Effect.fnUntraced(function*(body: unknown, at: ReadFor, types: KnownTypes) {
    const request = yield* Effect.fromResult(readQueryRequest(kinds, body))
    const { kind, node: sent, path } = request
    const node = recordOrEmpty(yield* upgrade(sent))
    const reading: Reading = { request, node: yield* kind.read({ ...askedFor(at, types, request), node, path }) }
    if (at.text !== undefined) recent.keep(at.project, types, at.text, reading)
    return reading
  })

  return (body: unknown, at: ReadFor): Effect.Effect<ReadQuery, InvalidInput> =>
    Effect.flatMap(typed.of(at.project.id), (types) => {
      const known = at.text === undefined ? undefined : recent.find(at.project, types, at.text)
      const reading = known === undefined ? read(body, at, types) : Effect.succeed(known)
      return Effect.mapEager(reading, ({ node, request }) => ({
        request,
        prepared: node.prepared(askedFor(at, types, request))
      }))
    })
})
