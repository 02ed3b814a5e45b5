import type { DateTime } from "effect"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, contains, given, is, isNot, type Where } from "../entities/Where.ts"
import type { FeatureFlagId } from "../evaluation/FeatureFlagId.ts"
import type { UserId } from "../identity/User.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { durationAt, type Experiment, type ExperimentState, experimentStates } from "./Experiment.ts"
import type { ExperimentFacts } from "./ExperimentEntity.ts"

/** The fields that experiments can be ordered by. */
export const experimentOrders = [
  "id",
  "name",
  "description",
  "start_date",
  "end_date",
  "archived",
  "created_by",
  "created_at",
  "updated_at",
  "type",
  "conclusion",
  "status",
  "duration"
] as const
type Order = (typeof experimentOrders)[number]

/** The conditions on the experiments of a list; deleted ones are never in it. */
export interface ExperimentFilter {
  readonly status?: ExperimentState
  readonly isArchived: boolean
  readonly createdBy?: UserId | "nobody"
  readonly search?: string
  readonly flag?: FeatureFlagId | "none"
  readonly order: { readonly by: Order; readonly isDescending: boolean }
}

type Parameters = Readonly<Record<string, unknown>>

type Condition = Where<Experiment & ExperimentFacts>

const textIn = (parameters: Parameters, name: string): string | undefined => {
  const value = parameters[name]
  return typeof value === "string" && value !== "" ? value : undefined
}

const orderOf = (text: string | undefined): ExperimentFilter["order"] => {
  const by = experimentOrders.find((order) => order === text?.replace(/^-/, ""))
  return by === undefined
    ? { by: "created_at", isDescending: true }
    : { by, isDescending: text?.startsWith("-") === true }
}

const creatorOf = (text: string | undefined): UserId | "nobody" | undefined =>
  text === undefined ? undefined : positiveInt4(text) as UserId | undefined ?? "nobody"

/** The experiments for query parameters; a wrong value of a parameter is ignored. */
export const readExperimentFilter = (parameters: Parameters): ExperimentFilter => {
  const asked = textIn(parameters, "status")
  const status = experimentStates.find((state) => state === asked || state === "complete" && asked === "stopped")
  const createdBy = creatorOf(textIn(parameters, "created_by_id"))
  const search = textIn(parameters, "search")
  const flag = textIn(parameters, "feature_flag_id")
  return {
    ...(status === undefined ? undefined : { status }),
    isArchived: textIn(parameters, "archived")?.toLowerCase() === "true",
    ...(createdBy === undefined ? undefined : { createdBy }),
    ...(search === undefined ? undefined : { search }),
    ...(flag === undefined ? undefined : { flag: positiveInt4(flag.trim()) as FeatureFlagId | undefined ?? "none" }),
    order: orderOf(textIn(parameters, "order"))
  }
}

const inState: Readonly<Record<ExperimentState, Condition>> = {
  draft: is("start_date", null),
  running: all<Condition>([isNot("start_date", null), is("end_date", null)]),
  complete: all<Condition>([isNot("start_date", null), isNot("end_date", null)])
}

/** The experiments of a filter. By their duration they are ordered afterwards: it grows while they run. */
export const experimentsBy = (filter: ExperimentFilter): EntityQuery<Experiment, ExperimentFacts> => {
  const { by, isDescending } = filter.order
  const field = by === "status" ? "state" : by === "duration" ? "id" : by
  return {
    where: all<Condition>([
      is("archived", filter.isArchived),
      given(filter.status, (status) => inState[status]),
      given(filter.createdBy, (user) => user === "nobody" ? is("id", 0) : is("created_by", user)),
      given(filter.search, (text) => contains("name", text)),
      given(filter.flag, (flag) => flag === "none" ? is("id", 0) : is("feature_flag_id", flag))
    ]),
    order: [{ field, isDescending }]
  }
}

/** A page of experiments by their duration; drafts have none, which is greater than every other. */
export const pageByDuration = (
  experiments: ReadonlyArray<Experiment>,
  { limit, offset }: PageRequest,
  isDescending: boolean,
  now: DateTime.Utc
): Page<Experiment> => {
  const ordered = experiments.toSorted((left, right) => {
    const [one, other] = [durationAt(left, now) ?? Infinity, durationAt(right, now) ?? Infinity]
    const difference = one === other ? left.id - right.id : one - other
    return isDescending ? -difference : difference
  })
  return { count: ordered.length, items: ordered.slice(offset, offset + limit) }
}
