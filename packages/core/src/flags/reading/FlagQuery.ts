import { Result } from "effect"
import type { DateTime } from "effect"
import type { UserId } from "../../identity/User.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { cleanTags } from "../editing/FlagFields.ts"
import { evaluationRuntimes } from "../model/FeatureFlag.ts"
import { type FlagFilter, type FlagOrder, flagOrders } from "../model/FlagFilter.ts"
import type { FlagQuery } from "./FlagReading.ts"

/** The query parameters of a list of flags, as they were sent. */
export type FlagParameters = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | undefined => typeof value === "string" && value !== "" ? value : undefined

const activity = (active: string | undefined, now: DateTime.Utc): FlagQuery => {
  if (active === "STALE") return { staleAt: now }
  const word = active?.toLowerCase()
  return word === "true" || word === "false" ? { active: word === "true" } : {}
}

const types: Readonly<Record<string, FlagQuery>> = {
  boolean: { type: "boolean" },
  multivariant: { type: "multivariant" },
  remote_config: { type: "remote_config" },
  experiment: { hasExperiment: true }
}

const runtime = (name: string | undefined): FlagFilter => {
  const meant = name === "both" ? "all" : evaluationRuntimes.find((one) => one === name)
  return meant === undefined ? {} : { evaluationRuntime: meant }
}

/** A list of texts as JSON; undefined for everything else. */
const listOf = (text: string | undefined): ReadonlyArray<string> | undefined => {
  const parsed = Result.getOrUndefined(Result.try((): unknown => JSON.parse(text ?? "")))
  return Array.isArray(parsed) ? parsed.filter((item) => typeof item === "string") : undefined
}

const yes = new Set(["true", "1", "yes", "y", "t", "on"])
const no = new Set(["false", "0", "no", "n", "f", "off"])

const evaluationTags = (text: string | undefined): FlagFilter => {
  const word = text?.toLowerCase() ?? ""
  return yes.has(word) || no.has(word) ? { hasEvaluationTags: yes.has(word) } : {}
}

const orders: ReadonlySet<string> = new Set(flagOrders)
const isOrder = (name: string): name is FlagOrder => orders.has(name)

const orderOf = (order: string | undefined): FlagFilter => {
  const by = order?.replace(/^-/, "") ?? ""
  return isOrder(by) ? { order: { by, isDescending: order?.startsWith("-") === true } } : {}
}

/** The user who made it; a text that can be no id finds nothing. */
const createdBy = (text: string | undefined): FlagQuery => {
  if (text === undefined) return {}
  const id = positiveInt4(text)
  return id === undefined ? { ids: [] } : { createdBy: id as UserId }
}

/** The flags for query parameters, as of now. Any other wrong value of a parameter is ignored. */
export const readFlagQuery = (parameters: FlagParameters, now: DateTime.Utc): FlagQuery => {
  const value = (name: string) => textOf(parameters[name])
  const search = value("search")
  const excludedKeys = listOf(value("excluded_properties"))
  const tags = listOf(value("tags"))
  return {
    ...activity(value("active"), now),
    ...createdBy(value("created_by_id")),
    ...(search === undefined ? undefined : { search }),
    ...types[value("type") ?? ""],
    ...runtime(value("evaluation_runtime")),
    ...(excludedKeys === undefined ? undefined : { excludedKeys }),
    ...(tags === undefined || tags.length === 0 ? undefined : { tags: cleanTags(tags) }),
    ...evaluationTags(value("has_evaluation_tags")),
    ...orderOf(value("order"))
  }
}
