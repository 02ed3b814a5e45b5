import { positiveInt4 } from "../shared/Int4.ts"
import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import type { CohortSource } from "./FlagSource.ts"

/** Conditions on persons, joined. */
export interface CohortTree {
  readonly joint: "AND" | "OR"
  readonly parts: ReadonlyArray<CohortTree | CohortLeaf>
}

/** One condition on persons. */
export interface CohortLeaf {
  readonly property: JsonRecord
}

/** A cohort's definition, read. */
export interface CohortDefinition {
  readonly id: number
  /** Its members are a stored list: properties cannot decide about it. */
  readonly isListed: boolean
  readonly tree: CohortTree
  readonly properties: ReadonlyArray<JsonRecord>
}

/** Definitions nested deeper never hold. */
const maxDepth = 64

const nobody: CohortTree = { joint: "OR", parts: [] }

const jointOf = (type: unknown): CohortTree["joint"] | undefined =>
  type === "property" ? "AND" : type === "AND" || type === "OR" ? type : undefined

const readTree = (group: JsonRecord, depth: number): CohortTree => {
  const joint = jointOf(group["type"])
  const { values } = group
  if (joint === undefined || !Array.isArray(values) || depth === 0) return nobody
  return {
    joint,
    parts: values.map((value: unknown) => {
      const part = recordOf(value)
      return part === undefined ? nobody : "values" in part ? readTree(part, depth - 1) : { property: part }
    })
  }
}

const propertiesIn = (tree: CohortTree): ReadonlyArray<JsonRecord> =>
  tree.parts.flatMap((part) => "property" in part ? [part.property] : propertiesIn(part))

/** Types of conditions on what persons did, which only a calculation knows. */
const calculated: ReadonlySet<unknown> = new Set(["behavioral", "event", "action", "precalculated-cohort"])

const definitionOf = (cohort: CohortSource): CohortDefinition => {
  const root = recordOf(cohort.filters?.["properties"])
  const tree = root === undefined ? nobody : readTree(root, maxDepth)
  const properties = propertiesIn(tree)
  const isListed = cohort.is_static || properties.some(({ type }) => calculated.has(type))
  return { id: cohort.id, isListed, tree: isListed ? nobody : tree, properties: isListed ? [] : properties }
}

const known = new WeakMap<CohortSource, CohortDefinition>()

/** Reads the definition of a cohort, once; one without conditions has no members. */
export const readCohort = (cohort: CohortSource): CohortDefinition => {
  const definition = known.get(cohort) ?? definitionOf(cohort)
  known.set(cohort, definition)
  return definition
}

/** The cohorts that a filter names, one or several; undefined where it is none. */
export const cohortIds = (property: JsonRecord): ReadonlyArray<number | undefined> =>
  (Array.isArray(property["value"]) ? property["value"] : [property["value"]]).map(positiveInt4)

/** The cohorts of a project by id. */
export interface CohortIndex {
  readonly find: (id: number | undefined) => CohortDefinition | undefined
  /** Everything that a cohort needs exists, and none of it needs itself. */
  readonly problemOf: (id: number | undefined) => CohortProblem | undefined
  /** Everything that deciding about these cohorts reads, those within them included. */
  readonly reachOf: (ids: ReadonlyArray<number | undefined>) => CohortReach
}

/** The input of deciding about cohorts. */
export interface CohortReach {
  /** The cohorts themselves, as far as they exist. */
  readonly definitions: ReadonlyArray<CohortDefinition>
  /** The conditions of all of them. */
  readonly properties: ReadonlyArray<JsonRecord>
  /** Those whose members are a stored list. */
  readonly listed: ReadonlyArray<number>
}

/** The reason why a cohort is impossible to decide. */
export type CohortProblem = "dependency_not_found_cohort" | "dependency_cycle_cohort" | "evaluation_limit"

/** Cohorts may be so deep inside each other; deeper ones cannot be decided. */
export const maxNesting = 200

type Standing = CohortProblem | "open" | undefined

const nestedIds = ({ properties }: CohortDefinition): ReadonlyArray<number | undefined> =>
  properties.flatMap((property) => property["type"] === "cohort" ? cohortIds(property) : [])

/** Reads cohorts when they are first asked for. */
export const makeCohortIndex = (cohorts: ReadonlyArray<CohortSource>): CohortIndex => {
  const sources = new Map(cohorts.map((cohort) => [cohort.id, cohort]))
  const definitions = new Map<number, CohortDefinition>()
  const standings = new Map<number, Standing>()
  const heights = new Map<number, number>()

  const find = (id: number | undefined): CohortDefinition | undefined => {
    const source = id === undefined ? undefined : sources.get(id)
    if (source === undefined) return undefined
    const definition = definitions.get(source.id) ?? readCohort(source)
    definitions.set(source.id, definition)
    return definition
  }

  /**
   * The depth of the cohorts inside this one. Deep nesting does not exhaust the stack; a cycle ends where it closes.
   */
  const heightOf = (definition: CohortDefinition): number => {
    const seen = new Set<number>()
    const path = [{ definition, isLeft: false }]
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      const { id } = at.definition
      const nested = nestedIds(at.definition).flatMap((inner) => find(inner) ?? [])
      if (at.isLeft) heights.set(id, 1 + Math.max(0, ...nested.map((inner) => heights.get(inner.id) ?? 0)))
      if (at.isLeft || seen.has(id) || heights.has(id)) continue
      seen.add(id)
      path.push({ definition: at.definition, isLeft: true })
      for (const inner of nested) path.push({ definition: inner, isLeft: false })
    }
    return heights.get(definition.id) ?? 0
  }

  const judge = (definition: CohortDefinition): CohortProblem | undefined => {
    for (const nested of nestedIds(definition)) {
      const problem = problemOf(nested)
      if (problem !== undefined) return problem
    }
    return undefined
  }

  const problemOf = (id: number | undefined): CohortProblem | undefined => {
    const definition = find(id)
    if (definition === undefined) return "dependency_not_found_cohort"
    const known = standings.get(definition.id)
    if (known === "open") return "dependency_cycle_cohort"
    if (standings.has(definition.id)) return known
    if (heightOf(definition) > maxNesting) {
      standings.set(definition.id, "evaluation_limit")
      return "evaluation_limit"
    }
    standings.set(definition.id, "open")
    const problem = judge(definition)
    standings.set(definition.id, problem)
    return problem
  }

  const reachOf = (ids: ReadonlyArray<number | undefined>): CohortReach => {
    const reached = new Map<number, CohortDefinition>()
    const left = [...ids]
    while (left.length > 0) {
      const definition = find(left.pop())
      if (definition === undefined || reached.has(definition.id)) continue
      reached.set(definition.id, definition)
      left.push(...nestedIds(definition))
    }
    const definitions = [...reached.values()]
    return {
      definitions,
      properties: definitions.flatMap(({ properties }) => properties),
      listed: definitions.flatMap(({ id, isListed }) => isListed ? [id] : [])
    }
  }

  return { find, problemOf, reachOf }
}
