import { Result, Schema } from "effect"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import type { AnswerableKind } from "./AnswerQuery.ts"
import { FiltersOverride, type Overrides, VariablesOverride } from "./Asked.ts"
import { QueryRunId } from "./execution/QueryRun.ts"
import { type RefreshMode, refreshModes } from "./execution/RefreshMode.ts"
import { findNode, type FoundNode } from "./QueryKinds.ts"
import { sizeFault } from "./QuerySize.ts"
import { decodeOrAll } from "./SoundDecode.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const AnyRecord = Schema.Record(Schema.String, Schema.Unknown)

const Envelope = Schema.Struct({
  query: AnyRecord,
  refresh: optional(Schema.Literals(refreshModes)),
  async: optional(Schema.Boolean),
  client_query_id: optional(QueryRunId),
  name: optional(Schema.String.check(Schema.isMaxLength(128))),
  limit_context: optional(Schema.Literal("posthog_ai")),
  filters_override: optional(AnyRecord),
  variables_override: optional(AnyRecord)
})

/** A request that can be run. `refresh` is the effective mode: `async: true` means `async`. */
export interface QueryRequest extends FoundNode {
  readonly refresh: RefreshMode
  readonly clientQueryId: QueryRunId | undefined
  readonly name: string | undefined
  readonly overrides: Overrides
}

const isRunId = Schema.is(QueryRunId)

/** The caller's own id of the query, where a body has one that can be. */
export const clientQueryId = (body: unknown): QueryRunId | undefined => {
  const id = isJsonRecord(body) ? body["client_query_id"] : undefined
  return id !== undefined && isRunId(id) ? id : undefined
}

const noOverrides: Overrides = { filtersOverride: undefined, variablesOverride: undefined }

const decodeEnvelope = decodeOrAll(Envelope)

/** Unknown fields are errors: a misspelt one would change nothing, as though it were not there. */
const decodeOverrides = decodeOrAll(
  Schema.Struct({ filters_override: optional(FiltersOverride), variables_override: optional(VariablesOverride) }),
  { onExcessProperty: "error" }
)

const readOverrides = ({ filters_override = null, variables_override = null }: typeof Envelope.Type) =>
  filters_override === null && variables_override === null
    ? Result.succeed(noOverrides)
    : Result.mapBoth(decodeOverrides({ filters_override, variables_override }), {
      onSuccess: (read): Overrides => ({
        filtersOverride: read.filters_override ?? undefined,
        variablesOverride: read.variables_override ?? undefined
      }),
      onFailure: ({ issue }) => toInvalidInput(issue, [])
    })

/** The fields of a body that are read at every depth. */
const sizedNames = ["query", "filters_override", "variables_override"]

const checkSizes = (body: unknown): Result.Result<void, InvalidInput> => {
  if (!isJsonRecord(body)) return Result.succeed(undefined)
  for (const name of sizedNames) {
    const fault = sizeFault(body[name])
    if (fault !== undefined) return Result.fail(InvalidInput.at([name], fault.code, fault.message))
  }
  return Result.succeed(undefined)
}

/** Reads a request, but for its node: unknown fields of it are ignored, those of nodes and overrides are errors. */
export const readQueryRequest = (
  kinds: ReadonlyArray<AnswerableKind>,
  body: unknown
): Result.Result<QueryRequest, InvalidInput> =>
  Result.gen(function*() {
    yield* checkSizes(body)
    const found = yield* findNode(kinds, body)
    const envelope = yield* Result.mapError(decodeEnvelope(body), ({ issue }) => toInvalidInput(issue, []))
    return {
      ...found,
      refresh: envelope.async === true ? "async" : envelope.refresh ?? "blocking",
      clientQueryId: envelope.client_query_id ?? undefined,
      name: envelope.name ?? undefined,
      overrides: yield* readOverrides(envelope)
    }
  })
