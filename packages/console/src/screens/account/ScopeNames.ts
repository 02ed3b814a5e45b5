import type { Body } from "@hedgerow/client"

/** A scope of a key. */
export type Scope = Body<"personalApiKeys.create">["scopes"][number]

/** The kinds of things that a key may read and write. */
const scopeNames = [
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
  "subscription",
  "survey",
  "user",
  "webhook"
] as const

/** The scopes to choose from: everything, or reading and writing of each kind. */
export const scopeChoices: ReadonlyArray<Scope> = [
  "*",
  ...scopeNames.flatMap((name): ReadonlyArray<Scope> => [`${name}:read`, `${name}:write`])
]
