import { Context, Result } from "effect"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { answerable, type AnswerableKind } from "./AnswerQuery.ts"
import { actorsQuery } from "./kinds/actors/ActorsKind.ts"
import { actorsQueryOptions } from "./kinds/actors/OptionsKind.ts"
import { correlationQuery } from "./kinds/correlation/CorrelationKind.ts"
import { sqlMetadata } from "./kinds/editor/MetadataKind.ts"
import { databaseSchema } from "./kinds/editor/SchemaKind.ts"
import { errorTrackingQuery } from "./kinds/errors/ErrorTrackingKind.ts"
import { eventsQuery } from "./kinds/events/EventsKind.ts"
import { funnelsQuery } from "./kinds/funnels/FunnelsKind.ts"
import { lifecycleQuery } from "./kinds/lifecycle/LifecycleKind.ts"
import { pathsQuery } from "./kinds/paths/PathsKind.ts"
import { retentionQuery } from "./kinds/retention/RetentionKind.ts"
import { sqlQuery } from "./kinds/sql/SqlKind.ts"
import { sqlTreeQuery } from "./kinds/sql/SqlTreeKind.ts"
import { stickinessQuery } from "./kinds/stickiness/StickinessKind.ts"
import { trendsQuery } from "./kinds/trends/TrendsKind.ts"
import { missingKind, unknownQueryKind, unsupportedQueryKind } from "./QueryErrors.ts"
import { namedKinds, presentations } from "./QueryKindNames.ts"

/** The registry: every kind that can be run. A host or a test may provide another list. */
export class QueryKinds extends Context.Reference<ReadonlyArray<AnswerableKind>>(
  "@hedgerow/core/query/QueryKinds",
  {
    defaultValue: () => [
      answerable(sqlQuery),
      answerable(sqlTreeQuery),
      answerable(sqlMetadata),
      answerable(databaseSchema),
      answerable(trendsQuery),
      answerable(eventsQuery),
      answerable(actorsQuery),
      answerable(actorsQueryOptions),
      answerable(funnelsQuery),
      answerable(correlationQuery),
      answerable(lifecycleQuery),
      answerable(stickinessQuery),
      answerable(pathsQuery),
      answerable(retentionQuery),
      answerable(errorTrackingQuery)
    ]
  }
) {}

/** A node that can be run, where it stands in the request, and its kind. */
export interface FoundNode {
  readonly kind: AnswerableKind
  readonly node: JsonRecord
  readonly path: ReadonlyArray<string>
}

const isNamed = ({ aliases, kind }: AnswerableKind, name: string): boolean => kind === name || aliases.includes(name)

/** The node that a request body asks for: its query, or the source of the nodes that only present it. */
export const findNode = (
  kinds: ReadonlyArray<AnswerableKind>,
  body: unknown
): Result.Result<FoundNode, InvalidInput> =>
  isJsonRecord(body) && isJsonRecord(body["query"])
    ? findIn(kinds, body["query"], ["query"])
    : Result.fail(missingKind())

const findIn = (
  kinds: ReadonlyArray<AnswerableKind>,
  node: JsonRecord,
  path: ReadonlyArray<string>
): Result.Result<FoundNode, InvalidInput> => {
  const name = node["kind"]
  if (typeof name !== "string") return Result.fail(missingKind())
  const kind = kinds.find((one) => isNamed(one, name))
  if (kind !== undefined) return Result.succeed({ kind, node, path })
  if (!namedKinds.includes(name)) return Result.fail(unknownQueryKind(name))
  const source = node["source"]
  return presentations.has(name) && isJsonRecord(source) && path.length < 10
    ? findIn(kinds, source, [...path, "source"])
    : Result.fail(unsupportedQueryKind(name))
}
