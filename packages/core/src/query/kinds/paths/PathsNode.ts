import { Effect, Schema } from "effect"
import { component, field, ignored, optional } from "../../../shared/DocumentedSchema.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { insightFields, overridden, significantFields } from "../../structured/InsightFields.ts"
import { decodeFunnelPaths, type FunnelOfPaths, FunnelPathsFilter, significantFunnelPaths } from "./FunnelPaths.ts"

/** Texts longer than this are no part of a path that anybody reads. */
const Text = Schema.String.check(Schema.isMaxLength(2_000))
const texts = (most: number) => Schema.Array(Text).check(Schema.isMaxLength(most))

const CleaningFilter = Schema.Struct({
  regex: optional(Text, "The pattern."),
  alias: optional(Text, "The text in place of what matches; `\\1` is the first group."),
  order: optional(Schema.Finite, "Its place among the rules.")
}).annotate(component("PathCleaningFilter", "A rule that makes names of steps alike.", {
  examples: [{ regex: "/[0-9]+", alias: "/<id>", order: 1 }]
}))

const Weight = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const PathsFilter = Schema.Struct({
  includeEventTypes: optional(
    Schema.Array(Schema.Literals(["$pageview", "$screen", "custom_event", "hogql"])).check(Schema.isMaxLength(4)),
    "The events that are steps: `custom_event` are names without `$`, `hogql` those of an expression. None: every event."
  ),
  pathsHogQLExpression: optional(
    Schema.String.check(Schema.isMaxLength(10_000)),
    "With `hogql`: the name of every event in a path, an expression in SQL."
  ),
  startPoint: optional(Text, "The step with which paths begin."),
  endPoint: optional(Text, "The step with which paths end."),
  excludeEvents: optional(texts(100), "Steps that are left out, as if they had not happened."),
  pathGroupings: optional(texts(50), "Patterns such as `/blog/*`: steps that match one are one."),
  pathReplacements: optional(Schema.Boolean, "Without effect: projects have no rules of their own for cleaning."),
  localPathCleaningFilters: optional(
    Schema.Array(CleaningFilter).check(Schema.isMaxLength(50)),
    "Rules that make names of steps alike."
  ),
  stepLimit: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20 })),
    "The most steps of a path, 5 by default."
  ),
  edgeLimit: optional(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 })),
    "The most edges of the result, 50 by default: those with the greatest value."
  ),
  minEdgeWeight: optional(Weight, "The least value that is shown."),
  maxEdgeWeight: optional(Weight, "The greatest value that is shown."),
  pathStartKey: optional(Text, "Of actors: those who took an edge from this step."),
  pathEndKey: optional(Text, "Of actors: those who took an edge to this step."),
  pathDropoffKey: optional(Text, "Of actors: those whose path ended with this step."),
  showFullUrls: ignored
}).annotate(component("PathsFilter", "The kinds of steps, where paths begin and end, and how many are returned.", {
  examples: [{ includeEventTypes: ["$pageview"], startPoint: "/", stepLimit: 4 }]
})).check(
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
  kind: field(Schema.Literal("PathsQuery"), "The kind of the query."),
  pathsFilter: optional(PathsFilter, "The kinds of steps, where paths begin and end, and how many are returned."),
  funnelPathsFilter: optional(FunnelPathsFilter, "The funnel around whose steps the paths are."),
  ...insightFields
}).annotate(component("PathsQuery", "The ways of people from event to event.", {
  examples: [{ kind: "PathsQuery", pathsFilter: { includeEventTypes: ["$pageview"] } }]
}))

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
