import { Effect, Schema } from "effect"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { insightFields, overridden, significantFields } from "../../structured/InsightFields.ts"
import { decodeFunnelPaths, type FunnelOfPaths, FunnelPathsFilter, significantFunnelPaths } from "./FunnelPaths.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** Texts longer than this are no part of a path that anybody reads. */
const Text = Schema.String.check(Schema.isMaxLength(2_000))
const texts = (most: number) => Schema.Array(Text).check(Schema.isMaxLength(most))

const CleaningFilter = Schema.Struct({
  regex: optional(Text),
  alias: optional(Text),
  order: optional(Schema.Finite)
})

const Weight = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const PathsFilter = Schema.Struct({
  includeEventTypes: optional(
    Schema.Array(Schema.Literals(["$pageview", "$screen", "custom_event", "hogql"])).check(Schema.isMaxLength(4))
  ),
  pathsHogQLExpression: optional(Schema.String.check(Schema.isMaxLength(10_000))),
  startPoint: optional(Text),
  endPoint: optional(Text),
  excludeEvents: optional(texts(100)),
  pathGroupings: optional(texts(50)),
  pathReplacements: optional(Schema.Boolean),
  localPathCleaningFilters: optional(Schema.Array(CleaningFilter).check(Schema.isMaxLength(50))),
  stepLimit: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 }))),
  edgeLimit: optional(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
  minEdgeWeight: optional(Weight),
  maxEdgeWeight: optional(Weight),
  pathStartKey: optional(Text),
  pathEndKey: optional(Text),
  pathDropoffKey: optional(Text),
  showFullUrls: Schema.optionalKey(Schema.Unknown)
}).check(
  Schema.makeFilter(({ includeEventTypes: types, pathsHogQLExpression: expression }) =>
    types?.includes("hogql") !== true || (expression ?? "") !== "" || {
      path: ["pathsHogQLExpression"],
      issue: "The type 'hogql' needs this field."
    }
  )
)
export type PathsFilter = typeof PathsFilter.Type

/** The form of a `PathsQuery`. */
export const PathsQuery = Schema.Struct({
  kind: Schema.Literal("PathsQuery"),
  pathsFilter: optional(PathsFilter),
  funnelPathsFilter: optional(FunnelPathsFilter),
  ...insightFields
})

/** A `PathsQuery` with the funnel that it names, read. */
export interface PathsNode extends Omit<typeof PathsQuery.Type, "funnelPathsFilter"> {
  /** The funnel around whose steps the paths are. */
  readonly funnel: FunnelOfPaths | undefined
}

const decode = decodeNode(PathsQuery)

/** Paths around the steps of a funnel are of its actors. */
const actorsOf = (
  group: PathsNode["aggregation_group_type_index"],
  { source: { aggregation_group_type_index: own } }: FunnelOfPaths,
  path: ReadonlyArray<string>
) =>
  group === undefined || group === null || group === own
    ? Effect.succeed(own)
    : InvalidInput.at(
      [...path, "aggregation_group_type_index"],
      "invalid_value",
      "Paths around the steps of a funnel are of the same actors as the funnel."
    )

/** Reads a query, as a dashboard changes it. */
export const decodePaths = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const { funnelPathsFilter, ...read } = yield* decode(sent, path)
  const plain: PathsNode = { ...overridden(read, asked.overrides), funnel: undefined }
  if (funnelPathsFilter === undefined || funnelPathsFilter === null) return plain
  const funnel = yield* decodeFunnelPaths(funnelPathsFilter, [...path, "funnelPathsFilter"], asked)
  const group = yield* actorsOf(plain.aggregation_group_type_index, funnel, path)
  const node: PathsNode = { ...plain, funnel, aggregation_group_type_index: group ?? null }
  return node
})

/** The fields of a query that decide its result. */
export const significantPaths = (node: PathsNode) => ({
  ...significantFields(node),
  pathsFilter: { ...node.pathsFilter, showFullUrls: undefined },
  funnel: significantFunnelPaths(node.funnel)
})
