import { Result, Schema } from "effect"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { missingKind, unknownQueryKind, unsupportedQueryKind } from "./QueryErrors.ts"
import { knownKinds, sqlKinds, wrapperKinds } from "./QueryKinds.ts"
import { QueryModifiers } from "./QueryModifiers.ts"
import { toInvalidInput } from "./RequestIssues.ts"

/** When a request may be answered from the cache and when it waits. */
export const refreshModes = [
  "async",
  "async_except_on_cache_miss",
  "blocking",
  "force_async",
  "force_blocking",
  "force_cache",
  "lazy_async"
] as const

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const Variable = Schema.Struct({
  variableId: Schema.String,
  code_name: Schema.String,
  value: Schema.optionalKey(Schema.Unknown),
  isNull: optional(Schema.Boolean)
})

/** A query given as SQL text. */
export const SqlNode = Schema.Struct({
  kind: Schema.Literals(["ServiceSqlQuery", "HogQLQuery"]),
  query: Schema.String,
  values: optional(AnyRecord),
  filters: optional(
    Schema.Struct({
      dateRange: optional(AnyRecord),
      properties: optional(Schema.Array(Schema.Unknown)),
      filterTestAccounts: optional(Schema.Boolean)
    })
  ),
  variables: optional(Schema.Record(Schema.String, Variable)),
  modifiers: optional(QueryModifiers),
  name: optional(Schema.String),
  explain: optional(Schema.Boolean),
  version: optional(Schema.Finite),
  response: Schema.optionalKey(Schema.Unknown),
  tags: Schema.optionalKey(Schema.Unknown)
})
export type SqlNode = typeof SqlNode.Type

/** What a dashboard changes in the queries of its tiles. */
const FiltersOverride = Schema.Struct({
  date_from: optional(Schema.String),
  date_to: optional(Schema.String),
  properties: optional(Schema.Array(Schema.Unknown)),
  breakdown_filter: optional(AnyRecord)
})

const Envelope = Schema.Struct({
  query: AnyRecord,
  refresh: optional(Schema.Literals(refreshModes)),
  async: optional(Schema.Boolean),
  client_query_id: optional(Schema.String),
  name: optional(Schema.String.check(Schema.isMaxLength(128))),
  limit_context: optional(Schema.Literal("posthog_ai")),
  filters_override: optional(FiltersOverride),
  variables_override: optional(AnyRecord)
})

/** A request that can be run. `refresh` is the effective mode: `async: true` means `async`. */
export interface QueryRequest {
  readonly node: SqlNode
  readonly refresh: (typeof refreshModes)[number]
  readonly clientQueryId: string | undefined
  readonly name: string | undefined
  readonly filtersOverride: Readonly<Record<string, unknown>> | undefined
  readonly variablesOverride: Readonly<Record<string, unknown>> | undefined
}

const decodeEnvelope = Schema.decodeUnknownResult(Envelope, { errors: "all" })
const decodeNode = Schema.decodeUnknownResult(SqlNode, { errors: "all", onExcessProperty: "error" })

/** Reads a request: unknown fields of the request are ignored, unknown fields of its nodes are errors. */
export const decodeQueryRequest = (body: unknown): Result.Result<QueryRequest, InvalidInput> =>
  Result.gen(function*() {
    if (!isJsonRecord(body) || !isJsonRecord(body["query"])) return yield* Result.fail(missingKind())
    const { node, path } = yield* runnable(body["query"], ["query"])
    const envelope = yield* Result.mapError(decodeEnvelope(body), ({ issue }) => toInvalidInput(issue, []))
    return {
      node: yield* Result.mapError(decodeNode(node), ({ issue }) => toInvalidInput(issue, path)),
      refresh: envelope.async === true ? "async" : envelope.refresh ?? "blocking",
      clientQueryId: envelope.client_query_id ?? undefined,
      name: envelope.name ?? undefined,
      filtersOverride: envelope.filters_override ?? undefined,
      variablesOverride: envelope.variables_override ?? undefined
    }
  })

interface Runnable {
  readonly node: Readonly<Record<string, unknown>>
  readonly path: ReadonlyArray<string>
}

/** The node to run: the query itself, or the source of the nodes that only present it. */
const runnable = (
  node: Readonly<Record<string, unknown>>,
  path: ReadonlyArray<string>
): Result.Result<Runnable, InvalidInput> => {
  const kind = node["kind"]
  if (typeof kind !== "string") return Result.fail(missingKind())
  if (sqlKinds.has(kind)) return Result.succeed({ node, path })
  if (!knownKinds.includes(kind)) return Result.fail(unknownQueryKind(kind))
  const source = node["source"]
  return wrapperKinds.has(kind) && isJsonRecord(source) && path.length < 10
    ? runnable(source, [...path, "source"])
    : Result.fail(unsupportedQueryKind(kind))
}
