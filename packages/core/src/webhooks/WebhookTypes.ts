import type { ActivityScope } from "../activity/Activity.ts"

/** The records whose changes webhooks are told of: the scope of the activity log by the first part of the type. */
const scopes = {
  alert: "Alert",
  change_request: "ChangeRequest",
  cohort: "Cohort",
  experiment: "Experiment",
  feature_flag: "FeatureFlag",
  survey: "Survey"
} as const satisfies Readonly<Record<string, ActivityScope>>

/** What happens to records. */
const actions = ["created", "updated", "deleted", "restored"] as const

/** The states that an alert comes into. */
const alertActions = ["firing", "resolved", "errored"] as const

/** The states that a change request comes into; `approvals_lost` is one that waits for approvals again. */
const requestActions = [
  "requested",
  "approved",
  "applied",
  "rejected",
  "cancelled",
  "stale",
  "failed",
  "expired",
  "approvals_lost"
] as const

/** The actions of an object's records; records of alerts do not come back once they are deleted. */
const actionsOf = (object: string): ReadonlyArray<string> => {
  if (object === "change_request") return requestActions
  return object === "alert" ? [...actions.filter((action) => action !== "restored"), ...alertActions] : actions
}

/** The last part of the type for a word of the log. */
const toldAs = (object: string, action: string): string => {
  if (object === "change_request" && action === "created") return "requested"
  return actionsOf(object).includes(action) ? action : "updated"
}

/** A response to a survey was captured. */
export const surveyResponse = "survey.response"

/** An event was captured that meets the filters of the webhook. */
export const eventCaptured = "event.captured"

/** Asked for by hand, to see that an address answers. */
export const webhookTest = "webhook.test"

const objects = Object.keys(scopes)

/** Every type that a webhook can name; `feature_flag.*` stands for all of flags, `*` for all but `event.captured`. */
export const webhookTypes: ReadonlyArray<string> = [
  "*",
  ...objects.flatMap((object) => [`${object}.*`, ...actionsOf(object).map((action) => `${object}.${action}`)]),
  surveyResponse,
  eventCaptured
]

/** The type of a change that the activity log has; undefined where no webhook is told of it. */
export const typeOfChange = (scope: string, action: string): string | undefined => {
  const object = objects.find((name) => Reflect.get(scopes, name) === scope)
  if (object === undefined) return undefined
  return `${object}.${toldAs(object, action)}`
}

/** Whether a webhook with these types is told of a type. */
export const isToldOf = (types: ReadonlyArray<string>, type: string): boolean =>
  types.includes(type) || types.includes(`${type.split(".")[0]}.*`) || types.includes("*") && type !== eventCaptured
