import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { KnownAction } from "../actions/KnownActions.ts"
import type { Project } from "../identity/Project.ts"
import type { Overrides } from "./Asked.ts"
import type { PlanModifiers } from "./tables/PlanModifiers.ts"

/** Raised when the same request starts to give another result. */
const version = 3

/** The parts of a request that decide its result, beside the rows. */
export interface CacheKeyParts {
  readonly project: Project
  readonly kind: string
  readonly query: Readonly<Record<string, unknown>>
  readonly modifiers: PlanModifiers
  readonly overrides: Overrides
  /** The version of the types of the project's properties. */
  readonly types: number
}

/** JSON text in which the order of keys does not matter. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  const fields: Array<string> = []
  for (const key of Object.keys(value).sort()) {
    const field = (value as Readonly<Record<string, unknown>>)[key]
    if (field !== undefined) fields.push(`${JSON.stringify(key)}:${canonical(field)}`)
  }
  return `{${fields.join(",")}}`
}

/** The parts of a project that decide results, as text; made once for each loaded version of a project. */
const projectTexts = new WeakMap<Project, string>()

const projectText = (project: Project): string => {
  const known = projectTexts.get(project)
  if (known !== undefined) return known
  const { events_retention_days, id, test_account_filters, timezone, week_start_day } = project
  const text = canonical({ events_retention_days, id, test_account_filters, timezone, week_start_day })
  projectTexts.set(project, text)
  return text
}

/** The text of a question: equal for requests that must have equal results, with any name and tags. */
export const questionOf = ({ project, ...rest }: CacheKeyParts): string =>
  `${projectText(project)}${canonical({ ...rest, version })}`

/** Whether SQL of the question names an action, whose steps then decide its result. */
export const namesActions = (question: string): boolean => /matchesaction/i.test(question)

/** Names the result of a question, where it names actions with those of the project. */
export const resultName = (question: string, actions?: ReadonlyArray<KnownAction>): string => {
  const text = actions === undefined ? question : question + canonical(actions)
  return `cache_${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32)}`
}
