import { Effect } from "effect"
import { type InputIssue, InvalidInput } from "../shared/InvalidInput.ts"
import type { Cohort, CohortId, CohortType } from "./Cohort.ts"
import { type Definition, namedCohorts, typeOf } from "./CohortDefinition.ts"

/** A project's cohorts that are not deleted, by id, as far as they name each other. */
export type CohortGraph = ReadonlyMap<CohortId, Cohort>

export const graphOf = (cohorts: ReadonlyArray<Cohort>): CohortGraph =>
  new Map(cohorts.map((cohort) => [cohort.id, cohort]))

/** The way from a cohort to another one along what they name; undefined when there is none. */
const wayTo = (
  graph: CohortGraph,
  from: CohortId,
  to: CohortId,
  seen: Set<CohortId> = new Set()
): ReadonlyArray<CohortId> | undefined => {
  if (from === to) return [to]
  const cohort = graph.get(from)
  if (cohort === undefined || seen.has(from)) return undefined
  seen.add(from)
  for (const { id } of namedCohorts(cohort)) {
    const rest = wayTo(graph, id, to, seen)
    if (rest !== undefined) return [from, ...rest]
  }
  return undefined
}

/** The definition of a cohort of the graph. */
export const typeIn = (graph: CohortGraph, definition: Definition, isStatic: boolean): CohortType =>
  typeOf(definition, isStatic, (id) => graph.get(id)?.cohort_type === "behavioral")

/** Fails with what is wrong, if anything is. */
export const requireNone = ([first, ...rest]: ReadonlyArray<InputIssue>): Effect.Effect<void, InvalidInput> =>
  first === undefined ? Effect.void : Effect.fail(new InvalidInput({ issues: [first, ...rest] }))

const nameOf = (graph: CohortGraph, id: CohortId): string => graph.get(id)?.name ?? String(id)

const circle = (graph: CohortGraph, ids: ReadonlyArray<CohortId>): string =>
  `Circular dependency detected: ${ids.map((id) => nameOf(graph, id)).join(" → ")}`

/** Faults of the cohorts that a definition names; `self` is the cohort of the definition, if it has an id yet. */
export const graphIssues = (
  graph: CohortGraph,
  definition: Definition,
  self: CohortId | undefined
): ReadonlyArray<InputIssue> =>
  namedCohorts(definition).flatMap(({ id, path }): ReadonlyArray<InputIssue> => {
    if (!graph.has(id)) {
      return [{ path, code: "cohort_does_not_exist", message: `Cohort with id ${id} does not exist` }]
    }
    const way = self === undefined ? undefined : wayTo(graph, id, self)
    if (way === undefined || self === undefined) return []
    return [{ path, code: "invalid_input", message: circle(graph, [self, ...way]) }]
  })

const idsReaching = (graph: CohortGraph, id: CohortId): ReadonlySet<CohortId> => {
  const found = new Set<CohortId>()
  const look = (named: CohortId): void => {
    for (const cohort of namedBy(graph, named)) {
      if (cohort.id === id || found.has(cohort.id)) continue
      found.add(cohort.id)
      look(cohort.id)
    }
  }
  look(id)
  return found
}

/** Those that name the cohort, themselves or through others; each after the ones it names. */
export const dependentsOf = (graph: CohortGraph, id: CohortId): ReadonlyArray<Cohort> => {
  const reaching = idsReaching(graph, id)
  const ordered = new Map<CohortId, Cohort>()
  const visit = (named: CohortId): void => {
    const cohort = graph.get(named)
    if (cohort === undefined || ordered.has(named) || !reaching.has(named)) return
    for (const below of namedCohorts(cohort)) visit(below.id)
    ordered.set(named, cohort)
  }
  for (const one of reaching) visit(one)
  return [...ordered.values()]
}

/** Those that name the cohort themselves, by id. */
export const namedBy = (graph: CohortGraph, id: CohortId): ReadonlyArray<Cohort> =>
  [...graph.values()].filter((cohort) => namedCohorts(cohort).some((one) => one.id === id))
    .toSorted((left, right) => left.id - right.id)
