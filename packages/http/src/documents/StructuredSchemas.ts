/** The schemas of structured values: those that read them, as components of the document. */
import { ActionStep } from "@hedgerow/core/actions/ActionStep"
import { ExperimentExposures, ExperimentMetricResult } from "@hedgerow/core/experiments/kinds/ExperimentAnswers"
import { experimentKinds } from "@hedgerow/core/experiments/kinds/ExperimentKinds"
import { ExperimentMetric } from "@hedgerow/core/experiments/metrics/ExperimentMetric"
import { metricKinds, warehouseNames } from "@hedgerow/core/experiments/metrics/MetricRules"
import { ExposureCriteria } from "@hedgerow/core/experiments/results/ExposureCriteria"
import { PropertyFilter } from "@hedgerow/core/filters/PropertyFilter"
import { answerable, type AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import { FiltersOverride, VariablesOverride } from "@hedgerow/core/query/Asked"
import { SelectionNode } from "@hedgerow/core/query/kinds/actors/ActorsNode"
import { actorSources } from "@hedgerow/core/query/kinds/actors/ActorSources"
import { autocomplete } from "@hedgerow/core/query/kinds/editor/AutocompleteKind"
import { sqlKindNames } from "@hedgerow/core/query/kinds/sql/SqlNode"
import { namedKinds, presentations } from "@hedgerow/core/query/QueryKindNames"
import { QueryKinds } from "@hedgerow/core/query/QueryKinds"
import { componentRef, type JsonSchema } from "@hedgerow/core/shared/FieldSchema"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { Context, Effect, Schema } from "effect"
import { componentsOf, toComponents, unionBy } from "./Components.ts"
import { localSchemas } from "./LocalSchemas.ts"
import { simplify } from "./OpenApiSchemas.ts"

/** Every kind that is documented: those of the registry, and those that storages add to it. */
const kinds = (): ReadonlyArray<AnswerableKind> => [
  ...Context.get(Context.empty(), QueryKinds),
  ...experimentKinds(() => Effect.never),
  answerable(autocomplete(() => Effect.never))
]

/** Values whose further fields are kept and mean nothing. */
const open = (): ReadonlyArray<Schema.Top> => [
  PropertyFilter,
  ActionStep,
  ExposureCriteria,
  ExperimentMetric,
  ExperimentMetricResult,
  ExperimentExposures,
  ...kinds().flatMap(({ answer }) => answer === undefined ? [] : [answer])
]

/** Values whose further fields are errors. */
const closed = (): ReadonlyArray<Schema.Top> => [
  ...kinds().flatMap(({ node }) => node === undefined ? [] : [node]),
  SelectionNode,
  FiltersOverride,
  VariablesOverride
]

const nameOf = (annotations: { readonly [key: string]: unknown } | undefined): string | undefined => {
  const name = annotations?.["component"]
  return typeof name === "string" ? name : undefined
}

const definitionsOf = (schema: Schema.Top, onExcessProperty: "error" | "ignore"): JsonRecord =>
  Schema.toJsonSchemaDocument(schema, {
    onExcessProperty,
    referencePolicy: ({ ast }) => nameOf(ast.annotations),
    includeAnnotationKey: (key) => key === "x-variants"
  }).definitions

/** The answers of the kinds, by the names of these. */
const answers = (): Readonly<Record<string, JsonSchema>> => {
  const named = kinds().flatMap(({ aliases, answer, kind }) => {
    const name = nameOf(answer?.ast.annotations)
    return name === undefined ? [] : [kind, ...aliases].map((one) => [one, componentRef(name)] as const)
  })
  const distinct = [...new Map(named.map(([, ref]) => [ref["$ref"], ref])).values()]
  return {
    QueryAnswer: {
      description: "The answer of a query, by its kind: `x-by-kind` has their names.",
      anyOf: distinct,
      "x-by-kind": Object.fromEntries(named.map(([kind, ref]) => [kind, ref["$ref"]]))
    },
    QueuedQuery: {
      type: "object",
      description: "A query that runs in the background and has no cached answer.",
      properties: {
        cache_key: { type: "string", description: "The name that its answer will have." },
        query_status: { ...componentRef("QueryStatus"), description: "The run, by whose `id` it is polled." }
      },
      required: ["query_status"]
    },
    QueryResponse: {
      description: "The answer of a query, or its run in the background where a mode does not wait.",
      anyOf: [componentRef("QueryAnswer"), componentRef("QueuedQuery")]
    }
  }
}

/** The unions of nodes, by their kinds. */
const unions = (): Readonly<Record<string, JsonSchema>> => {
  const known = kinds()
  const byKind = Object.fromEntries(
    known.flatMap(({ aliases, kind }) => [kind, ...aliases].map((name) => [name, kind] as const))
  )
  const presented = [...presentations].map((kind) =>
    [kind, {
      type: "object",
      description: `A ${kind}: clients draw the answer of its \`source\` so; its other fields change nothing.`,
      properties: {
        kind: { type: "string", enum: [kind], description: "The kind of the node." },
        source: { ...componentRef("QueryNode"), description: "The query whose answer it presents." }
      },
      required: ["kind", "source"],
      examples: [{ kind, source: { kind: "EventsQuery", select: ["event", "count()"] } }]
    }] as const
  )
  return {
    QueryNode: unionBy(
      "kind",
      { ...byKind, ...Object.fromEntries(presented.map(([kind]) => [kind, kind])) },
      "A query, by its `kind`."
    ),
    StoredQuery: {
      description:
        "A query as it is stored: one that can be run, or one of another kind of the reference, kept as sent.",
      anyOf: [componentRef("QueryNode"), componentRef("OtherQuery")]
    },
    OtherQuery: {
      type: "object",
      description:
        "A query as it was sent, of any kind that the reference has; it is read when its result is asked for.",
      properties: { kind: { type: "string", enum: namedKinds, description: "The kind of the query." } },
      required: ["kind"],
      additionalProperties: true
    },
    ...Object.fromEntries(presented),
    ActorsSource: unionBy(
      "kind",
      {
        InsightActorsQuery: "InsightActorsQuery",
        FunnelsActorsQuery: "FunnelsActorsQuery",
        StickinessActorsQuery: "StickinessActorsQuery",
        FunnelCorrelationActorsQuery: "FunnelCorrelationActorsQuery",
        ...Object.fromEntries(sqlKindNames.map((name) => [name, "ServiceSqlQuery"]))
      },
      "The actors behind a part of a result, or those whose ids a statement selects."
    ),
    ExperimentMetric: {
      description: "A metric of an experiment: one that can be computed, or an older one that is kept as sent.",
      anyOf: [componentRef("ComputedMetric"), componentRef("OlderMetric")]
    },
    OlderMetric: {
      type: "object",
      description: "A metric in the reference's older form: it is kept and shown, and not computed.",
      properties: {
        kind: {
          type: "string",
          enum: metricKinds.filter((kind) => kind !== "ExperimentMetric"),
          description: "The kind of the metric."
        },
        uuid: { type: ["string", "null"], description: "Its id in the experiment; made where it is left out." }
      },
      required: ["kind"],
      additionalProperties: true
    },
    ExperimentDataWarehouseNode: {
      type: "object",
      description: "Rows of a table: kept in a metric, whose results carry an error, since there are no such tables.",
      properties: {
        kind: { type: "string", enum: ["ExperimentDataWarehouseNode"], description: "The kind of the node." },
        ...Object.fromEntries(
          warehouseNames.map((name) => [name, { type: "string", minLength: 1, description: "As in the reference." }])
        )
      },
      required: ["kind", ...warehouseNames],
      additionalProperties: true
    },
    ComputedMetric: unionBy(
      "metric_type",
      {
        mean: "ExperimentMeanMetric",
        funnel: "ExperimentFunnelMetric",
        ratio: "ExperimentRatioMetric",
        retention: "ExperimentRetentionMetric"
      },
      "A metric of an experiment, by its type."
    ),
    SourceOfActors: unionBy(
      "kind",
      Object.fromEntries(actorSources.map(({ kind }) => [kind, kind])),
      "A query behind whose result there are actors."
    )
  }
}

/** The actors of a funnel alone: a correlation is of no other result. */
const ofFunnel = ({ properties, ...actors }: JsonRecord): JsonSchema => ({
  ...actors,
  description: "The actors of a funnel, whose events and properties are compared.",
  properties: {
    ...recordOrEmpty(properties),
    source: { ...componentRef("FunnelsQuery"), description: "The funnel." }
  }
})

/** The schemas of structured values by their names; a step for each that is read by itself. */
export function* structuredSchemas(): Steps<JsonRecord> {
  const found: Record<string, unknown> = {}
  for (const [schemas, onExcess] of [[open(), "ignore"], [closed(), "error"]] as const) {
    for (const schema of schemas) {
      for (const [key, definition] of Object.entries(definitionsOf(schema, onExcess))) {
        if (!isJsonRecord(definition)) continue
        const plain = recordOrEmpty(simplify(toComponents(definition), { isClosed: true }))
        for (const [name, part] of componentsOf(key, plain)) found[name] ??= part
      }
      yield
    }
  }
  return {
    ...found,
    ...answers(),
    ...localSchemas,
    ...unions(),
    CorrelatedActors: ofFunnel(recordOrEmpty(found["FunnelsActorsQuery"]))
  }
}
