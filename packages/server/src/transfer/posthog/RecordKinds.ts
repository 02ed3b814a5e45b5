import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import * as Struct from "effect/Struct"
import { type NamedKind, type Resolve, withActionsOf, withReferences } from "./References.ts"

/** The kinds of records that are copied. */
export type KindName =
  | Exclude<NamedKind, "groupTypes">
  | "eventDefinitions"
  | "experiments"
  | "propertyDefinitions"
  | "surveys"

/** A field that is the id of another record, or a list of them. */
export interface ReferenceField {
  readonly field: string
  readonly kind: NamedKind
  /** Whether the record makes no sense without it; what is missing is left out of others. */
  readonly isRequired: boolean
}

/** A kind of records: where it is read and made, what is copied, and how one that is there already is known. */
export interface RecordKind {
  readonly name: KindName
  /** One of them, in words. */
  readonly word: string
  /** The path below the project, at the source and at the target. */
  readonly path: string
  /** The parameters of each list that has some of them; one list without any unless said. */
  readonly lists?: ReadonlyArray<string>
  /** Whether a list has a part of each record only: each is then read by itself. */
  readonly isReadAlone?: boolean
  /** The fields that are copied as they are, but for the ids within them; null and missing ones are left to the target. */
  readonly fields: ReadonlyArray<string>
  readonly references?: ReadonlyArray<ReferenceField>
  /** Further fields, from other parts of the record. */
  readonly more?: (record: JsonRecord, resolve: Resolve) => JsonRecord
  /** The same for records that are meant to be the same one; several of the same are told apart by their order. */
  readonly key: (body: JsonRecord) => string
  /** The field that no two records share: of several of the same name the later ones are renamed. */
  readonly unique?: string
  /** `describe`: records come to be by events; a description is added to those that have none. */
  readonly mode?: "describe"
  /** Why a record cannot be copied. */
  readonly leftOut?: (record: JsonRecord) => string | undefined
}

/** A text, or an empty one. */
export const textOf = (value: unknown): string => typeof value === "string" ? value : ""

const byName = (body: JsonRecord): string => textOf(body["name"])

/** The id of a record within another. */
export const idOf = (value: unknown): unknown => isJsonRecord(value) ? value["id"] : undefined

const given = (name: string, value: unknown): JsonRecord =>
  value === undefined || value === null ? {} : { [name]: value }

const savedMetricsOf = (record: JsonRecord, resolve: Resolve): JsonRecord => {
  const links = record["saved_metrics"]
  if (!Array.isArray(links) || links.length === 0) return {}
  return {
    saved_metrics_ids: links.filter(isJsonRecord).map(({ metadata, saved_metric }) => ({
      id: resolve("savedMetrics", String(saved_metric)),
      metadata: recordOrEmpty(metadata)
    }))
  }
}

/** Whether somebody has described an event or a property. */
export const isDescribed = ({ description, hidden, tags, verified }: JsonRecord): boolean =>
  textOf(description) !== "" || hidden === true || verified === true || (Array.isArray(tags) && tags.length > 0)

const undescribed = (record: JsonRecord): string | undefined =>
  isDescribed(record) ? undefined : "nothing is said of it; events bring it"

/** Every kind of records, in the order in which they are listed. Records are made in the order of what they name. */
export const recordKinds: ReadonlyArray<RecordKind> = [
  {
    name: "variables",
    word: "variable",
    path: "insight_variables/",
    fields: ["name", "type", "default_value", "values"],
    key: byName
  },
  {
    name: "holdouts",
    word: "holdout",
    path: "experiment_holdouts/",
    fields: ["name", "description"],
    // The variant of a holdout is its own id: the target makes it.
    more: ({ filters }, resolve) => ({
      filters: Array.isArray(filters)
        ? filters.filter(isJsonRecord).map((filter) => withReferences(Struct.omit(filter, ["variant"]), resolve))
        : []
    }),
    key: byName
  },
  {
    name: "actions",
    word: "action",
    path: "actions/",
    fields: ["name", "description", "tags", "steps", "post_to_slack", "slack_message_format"],
    key: byName
  },
  {
    name: "cohorts",
    word: "cohort",
    path: "cohorts/",
    fields: ["name", "description", "groups", "filters", "is_static"],
    key: byName,
    leftOut: ({ is_static, query }) =>
      is_static !== true && isJsonRecord(query) ? "it is made of a query, which cohorts here are not" : undefined
  },
  {
    name: "savedMetrics",
    word: "saved metric",
    path: "experiment_saved_metrics/",
    fields: ["name", "description", "query", "tags"],
    key: byName
  },
  {
    name: "dashboards",
    word: "dashboard",
    path: "dashboards/",
    isReadAlone: true,
    fields: ["name", "description", "pinned", "filters", "tags"],
    key: byName
  },
  {
    name: "flags",
    word: "flag",
    path: "feature_flags/",
    lists: ["order=created_at"],
    fields: [
      "name",
      "key",
      "filters",
      "active",
      "ensure_experience_continuity",
      "tags",
      "evaluation_tags",
      "has_enriched_analytics",
      "is_remote_configuration",
      "evaluation_runtime",
      "bucketing_identifier",
      "rollback_conditions"
    ],
    references: [{ field: "analytics_dashboards", kind: "dashboards", isRequired: false }],
    more: () => ({ _should_create_usage_dashboard: false }),
    key: ({ key }) => textOf(key),
    leftOut: ({ has_encrypted_payloads }) =>
      has_encrypted_payloads === true ? "its payloads are encrypted, and the API does not give them" : undefined
  },
  {
    name: "experiments",
    word: "experiment",
    path: "experiments/",
    // Archived ones are in a list of their own.
    lists: ["order=created_at", "order=created_at&archived=true"],
    fields: [
      "name",
      "description",
      "feature_flag_key",
      "start_date",
      "end_date",
      "type",
      "parameters",
      "filters",
      "secondary_metrics",
      "metrics",
      "metrics_secondary",
      "exposure_criteria",
      "stats_config",
      "conclusion",
      "conclusion_comment",
      "archived",
      "primary_metrics_ordered_uuids",
      "secondary_metrics_ordered_uuids"
    ],
    references: [
      { field: "holdout_id", kind: "holdouts", isRequired: true }
    ],
    more: (record, resolve) => {
      // The flag is named by its key; it has to be there all the same.
      resolve("flags", String(idOf(record["feature_flag"])))
      return savedMetricsOf(record, resolve)
    },
    key: ({ feature_flag_key, name }) => canonicalJson([name, feature_flag_key])
  },
  {
    name: "insights",
    word: "insight",
    path: "insights/",
    lists: ["basic=true&order=created_at"],
    fields: ["name", "derived_name", "description", "query", "filters", "tags", "saved", "favorited"],
    references: [{ field: "dashboards", kind: "dashboards", isRequired: false }],
    key: ({ derived_name, filters, name, query }) =>
      textOf(name) || textOf(derived_name)
      // The target makes a query of filters of the older form, and keeps these.
      || canonicalJson(Struct.keys(recordOrEmpty(filters)).length > 0 ? filters : query ?? null)
  },
  {
    name: "surveys",
    word: "survey",
    path: "surveys/",
    fields: [
      "name",
      "description",
      "type",
      "schedule",
      "questions",
      "appearance",
      "start_date",
      "end_date",
      "archived",
      "responses_limit",
      "iteration_count",
      "iteration_frequency_days",
      "response_sampling_start_date",
      "response_sampling_interval_type",
      "response_sampling_interval",
      "response_sampling_limit",
      "response_sampling_daily_limits",
      "enable_partial_responses",
      "enable_iframe_embedding",
      "base_language",
      "translations"
    ],
    references: [
      { field: "linked_flag_id", kind: "flags", isRequired: true },
      { field: "linked_insight_id", kind: "insights", isRequired: false }
    ],
    more: ({ conditions, targeting_flag }, resolve) => ({
      ...given("conditions", withActionsOf(conditions, resolve)),
      ...given(
        "targeting_flag_filters",
        isJsonRecord(targeting_flag) ? withReferences(targeting_flag["filters"], resolve) : undefined
      )
    }),
    key: byName,
    unique: "name"
  },
  {
    name: "eventDefinitions",
    word: "event",
    path: "event_definitions/",
    fields: ["name", "description", "tags", "verified", "hidden"],
    key: byName,
    mode: "describe",
    leftOut: undescribed
  },
  ...(["event", "person", "session"] as const).map((type): RecordKind => ({
    name: "propertyDefinitions",
    word: `property of ${type}s`,
    path: "property_definitions/",
    lists: [`type=${type}`],
    fields: ["name", "description", "tags", "verified", "hidden", "property_type"],
    key: byName,
    mode: "describe",
    leftOut: undescribed
  }))
]

/** What a project has beside: it is counted and not copied. */
export const notCopied: ReadonlyArray<{ readonly path: string; readonly words: string; readonly why: string }> = [
  { path: "annotations/", words: "annotations", why: "Hedgerow has no annotations" },
  { path: "alerts/", words: "alerts", why: "they are sent to users of the source; make them anew" },
  { path: "subscriptions/", words: "subscriptions", why: "they are sent to users of the source; make them anew" },
  { path: "hog_functions/", words: "destinations and transformations", why: "they are programs of the source" },
  { path: "early_access_feature/", words: "early access features", why: "Hedgerow has none" },
  { path: "batch_exports/", words: "batch exports", why: "their files are imported, their schedules are not" },
  { path: "notebooks/", words: "notebooks", why: "Hedgerow has none" }
]
