import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { cohortIds, type CohortIndex, type CohortLeaf, type CohortTree } from "./CohortIndex.ts"

type Properties = ReadonlyArray<JsonRecord>

const isPlain = ({ negation, type }: JsonRecord): boolean =>
  negation !== true && (type === undefined || type === "person")

const plainLeaf = (part: CohortTree | CohortLeaf): Properties | undefined =>
  "property" in part && isPlain(part.property) ? [part.property] : undefined

const collect = <A>(items: ReadonlyArray<A | undefined>): ReadonlyArray<A> | undefined => {
  const found = items.filter((item) => item !== undefined)
  return found.length === items.length ? found : undefined
}

/** A tree as a choice of lists of properties that must all hold; undefined when it is not that simple. */
const alternatives = (tree: CohortTree | CohortLeaf): ReadonlyArray<Properties> | undefined => {
  if ("property" in tree) return collect([plainLeaf(tree)])
  const [only, ...others] = tree.parts
  if (only === undefined) return undefined
  if (others.length === 0) return alternatives(only)
  if (tree.joint === "OR") return collect(tree.parts.map(alternatives))?.flat()
  const all = collect(tree.parts.map(plainLeaf))
  return all === undefined ? undefined : [all.flat()]
}

const listOf = (value: unknown): Properties => Array.isArray(value) ? value.filter(isJsonRecord) : []

const isCohort = ({ type }: JsonRecord): boolean => type === "cohort"

const expand = (condition: JsonRecord, choices: ReadonlyArray<Properties>): Properties => {
  const properties = listOf(condition["properties"])
  if (!properties.some(isCohort)) return [condition]
  return choices.map((choice) => ({
    ...condition,
    properties: properties.flatMap((property) => isCohort(property) ? choice : [property])
  }))
}

/**
 * Filters that use one simple cohort, with its conditions in the place of it: so that a client can decide them without
 * the cohort. All others are as they are.
 */
export const expandCohort = (filters: JsonRecord, book: CohortIndex): JsonRecord => {
  const conditions = listOf(filters["groups"])
  const [used, ...others] = conditions.flatMap(({ properties }) => listOf(properties)).filter(isCohort)
  if (used === undefined || others.length > 0 || used["operator"] === "not_in") return filters
  const [id, ...more] = cohortIds(used)
  const cohort = more.length > 0 || book.problemOf(id) !== undefined ? undefined : book.find(id)
  const choices = cohort === undefined || cohort.isListed ? undefined : alternatives(cohort.tree)
  return choices === undefined
    ? filters
    : { ...filters, groups: conditions.flatMap((condition) => expand(condition, choices)) }
}
