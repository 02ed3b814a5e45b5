import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import type { Project } from "../access/Project.ts"
import type { Overrides } from "./Asked.ts"
import type { PlanModifiers } from "./sql/resolve/Planning.ts"

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
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([left], [right]) => left < right ? -1 : 1)
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`
}

/** The parts of a project that decide results, as text; made once for each loaded version of a project. */
const projectTexts = new WeakMap<Project, string>()

const projectText = (project: Project): string => {
  const known = projectTexts.get(project)
  if (known !== undefined) return known
  const { id, test_account_filters, timezone, week_start_day } = project
  const text = canonical({ id, test_account_filters, timezone, week_start_day })
  projectTexts.set(project, text)
  return text
}

/** Names a result: equal for requests that must have equal results, with any name and tags. */
export const cacheKey = ({ project, ...rest }: CacheKeyParts): string => {
  const parts = `${projectText(project)}${canonical({ ...rest, version })}`
  return `cache_${bytesToHex(sha256(utf8ToBytes(parts))).slice(0, 32)}`
}
