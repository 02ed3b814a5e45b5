import type { ActivityScope } from "../activity/Activity.ts"

/** The records whose changes webhooks are told of: the scope of the activity log by the first part of the type. */
const scopes = {
  alert: "Alert",
  cohort: "Cohort",
  experiment: "Experiment",
  feature_flag: "FeatureFlag",
  survey: "Survey"
} as const satisfies Readonly<Record<string, ActivityScope>>

/** What happens to records. */
const actions = ["created", "updated", "deleted", "restored"] as const

/** The states that an alert comes into. */
const alertActions = ["firing", "resolved", "errored"] as const

/** The actions of an object's records; records of alerts do not come back once they are deleted. */
const actionsOf = (object: string): ReadonlyArray<string> =>
  object === "alert" ? [...actions.filter((action) => action !== "restored"), ...alertActions] : actions

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
  return `${object}.${actionsOf(object).includes(action) ? action : "updated"}`
}

/** Whether a webhook with these types is told of a type. */
export const isToldOf = (types: ReadonlyArray<string>, type: string): boolean =>
  types.includes(type) || types.includes(`${type.split(".")[0]}.*`) || types.includes("*") && type !== eventCaptured
