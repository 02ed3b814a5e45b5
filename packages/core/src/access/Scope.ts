/** The kinds of object a scope can name, one row per kind; a new domain adds its row here. */
export const scopeObjects = [
  "activity_log",
  "cohort",
  "dashboard",
  "event_definition",
  "experiment",
  "experiment_saved_metric",
  "feature_flag",
  "group",
  "insight",
  "organization",
  "organization_member",
  "person",
  "project",
  "property_definition",
  "query",
  "survey",
  "user"
] as const
export type ScopeObject = (typeof scopeObjects)[number]

/** What an endpoint asks of a key: `object:action`. */
export type Scope = `${ScopeObject}:${"read" | "write"}`

const known: ReadonlySet<string> = new Set(scopeObjects.flatMap((object) => [`${object}:read`, `${object}:write`]))

/** Whether a text may stand in a key's scopes: a known scope, or `*` for all. */
export const isGrantableScope = (text: string): boolean => text === "*" || known.has(text)

/** Whether granted scopes satisfy a required one; write implies read of the same object, nothing else is implied. */
export const scopeAllows = (granted: ReadonlyArray<string>, required: Scope): boolean =>
  granted.includes("*") || granted.includes(required)
  || (required.endsWith(":read") && granted.includes(required.replace(/read$/, "write")))
