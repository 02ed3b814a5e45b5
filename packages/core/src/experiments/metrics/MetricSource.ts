/** The events of metrics, and the measures of them. */
import { Schema } from "effect"
import { EventsNode, eventVariants } from "../../query/structured/EventsNode.ts"
import { isOfSession, sessionColumnProblem } from "../../query/structured/SeriesNode.ts"
import { component, optional, stated } from "../../shared/DocumentedSchema.ts"

const propertyMath = ["sum", "avg", "min", "max"] as const
const plainMath = ["total", "dau", "unique_session", "unique_group", "hogql"] as const

/** Whether a number of each session is measured, once for every session. */
export const measuresSessions = (node: EventsNode): boolean =>
  propertyMath.some((known) => known === node.math) && isOfSession(node)

type Problems = ReadonlyArray<{ readonly path: ReadonlyArray<string>; readonly issue: string }>

const problem = (field: string, issue: string): Problems => [{ path: [field], issue }]

const propertyTypes: ReadonlySet<string> = new Set(["event_properties", "person_properties", "group_properties"])

const propertyProblems = (node: EventsNode): Problems => {
  const { math, math_group_type_index: group, math_property: key, math_property_type: type } = node
  if ((key ?? "") === "") return problem("math_property", `The math '${math}' needs a property.`)
  if (isOfSession(node)) {
    const issue = sessionColumnProblem(key ?? "")
    return issue === undefined ? [] : problem("math_property", issue)
  }
  const given = type ?? "event_properties"
  if (!propertyTypes.has(given)) {
    return problem("math_property_type", `Properties of the type '${given}' are not supported.`)
  }
  return given === "group_properties" && (group ?? undefined) === undefined
    ? problem("math_group_type_index", "This field is required.")
    : []
}

const mathProblems = (node: EventsNode): Problems => {
  const math = node.math ?? "total"
  if (propertyMath.some((known) => known === math)) return propertyProblems(node)
  if (!plainMath.some((known) => known === math)) {
    return problem("math", `The math '${math}' is not supported in experiments.`)
  }
  if (math === "hogql" && (node.math_hogql ?? "") === "") return problem("math_hogql", "This field is required.")
  return math === "unique_group" && (node.math_group_type_index ?? undefined) === undefined
    ? problem("math_group_type_index", "This field is required.")
    : []
}

const idProblem = ({ id, kind }: EventsNode) =>
  kind !== "ActionsNode" || typeof id === "number" || { path: ["id"], issue: "This field is required." }

/** Nodes of tables are kept in a metric, whose results carry an error. */
const tables = { ExperimentDataWarehouseNode: "ExperimentDataWarehouseNode" }

/** Events of a name or of an action. */
export const Events = EventsNode.annotate(component("ExperimentEvents", "The events of a metric.", {
  variants: eventVariants("ExperimentEventsNode", "ExperimentActionsNode", "The events of a metric:", tables),
  examples: [{ kind: "EventsNode", event: "order paid" }]
})).check(Schema.makeFilter(idProblem))

/** Events, and what is measured of them for each entity. */
export const Source = Schema.Struct({
  ...EventsNode.fields,
  math: optional(
    Schema.String.check(stated(() => true, { enum: [...plainMath, ...propertyMath] })),
    "The measure; `total`, the number of events, by default."
  )
}).annotate(component("ExperimentSource", "The events of a metric, and what is measured of them for each entity.", {
  variants: eventVariants("ExperimentEventsSource", "ExperimentActionsSource", "What a metric measures:", tables),
  examples: [{ kind: "EventsNode", event: "order paid", math: "sum", math_property: "amount" }]
})).check(Schema.makeFilter(idProblem)).check(Schema.makeFilter(mathProblems))
