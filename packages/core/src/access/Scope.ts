/** The kinds of object a scope can name, one row per kind; a new domain adds its row here. */
export const scopeObjects = [
  "action",
  "activity_log",
  "alert",
  "cohort",
  "dashboard",
  "data_deletion",
  "event_definition",
  "experiment",
  "experiment_saved_metric",
  "export",
  "feature_flag",
  "group",
  "insight",
  "insight_variable",
  "organization",
  "organization_member",
  "person",
  "project",
  "property_definition",
  "query",
  "sharing_configuration",
  "subscription",
  "survey",
  "user",
  "webhook"
] as const
/**
 * The further objects of the reference service's scopes. A key may name them, since presets for keys list them; they open
 * nothing here. One that gets endpoints moves up.
 */
export const grantableOnly = [
  "access_control",
  "annotation",
  "batch_export",
  "comment",
  "dashboard_template",
  "dataset",
  "early_access_feature",
  "element",
  "endpoint",
  "error_tracking",
  "evaluation",
  "event",
  "external_data_source",
  "file_system",
  "file_system_shortcut",
  "hog_flow",
  "hog_function",
  "integration",
  "link",
  "llm_analytics",
  "llm_prompt",
  "logs",
  "notebook",
  "persisted_folder",
  "plugin",
  "product_tour",
  "revenue_analytics",
  "session_recording",
  "session_recording_playlist",
  "task",
  "uploaded_media",
  "warehouse_table",
  "warehouse_view",
  "web_analytics"
] as const

export type ScopeObject = (typeof scopeObjects)[number]

/** The scope that an endpoint asks of a key: `object:action`. */
export type Scope = `${ScopeObject}:${"read" | "write"}`

const known: ReadonlySet<string> = new Set(
  [...scopeObjects, ...grantableOnly].flatMap((object) => [`${object}:read`, `${object}:write`])
)

/** The scopes that a key may have: known scopes, with an endpoint or not, or `*` for all. */
export const grantableScopes: ReadonlyArray<string> = ["*", ...known]

/** Whether a text may stand in a key's scopes. */
export const isGrantableScope = (text: string): boolean => text === "*" || known.has(text)

/** Whether granted scopes satisfy a required one; write implies read of the same object, nothing else is implied. */
export const scopeAllows = (granted: ReadonlyArray<string>, required: Scope): boolean =>
  granted.includes("*") || granted.includes(required)
  || (required.endsWith(":read") && granted.includes(required.replace(/read$/, "write")))
