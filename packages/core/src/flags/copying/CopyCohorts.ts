import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect } from "effect"
import type { Cohort } from "../../cohorts/Cohort.ts"
import { namedCohorts } from "../../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import { Cohorts } from "../../cohorts/Cohorts.ts"
import type { Editing } from "../../entities/Changes.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import type { CopiedThing } from "./FlagCopy.ts"
import { neededFirst } from "./NeededFirst.ts"

/** The ids in a target project, by those in the source; null for one that cannot be shown. */
export type IdMap = ReadonlyMap<number, number | null>

/** The ids that may be shown: none of those that are taken back. */
export const reportedIds = (ids: IdMap, takenBack: ReadonlySet<number | null>): IdMap =>
  new Map([...ids].map(([source, id]) => [source, takenBack.has(id) ? null : id]))

const isCohortCondition = (value: JsonRecord): boolean => value["type"] === "cohort" && value["key"] !== undefined

const mapped = (value: unknown, ids: IdMap): unknown => {
  const one = (id: unknown) => {
    const other = ids.get(positiveInt4(id) ?? 0)
    return other === undefined ? id : other
  }
  return Array.isArray(value) ? value.map(one) : one(value)
}

/** A structure with the cohorts that its conditions name by those of another project. */
export const withCohorts = (value: unknown, ids: IdMap): unknown => {
  if (Array.isArray(value)) return value.map((member) => withCohorts(member, ids))
  if (!isJsonRecord(value)) return value
  if (isCohortCondition(value)) {
    const { cohort_name: _, ...rest } = value
    return { ...rest, value: mapped(value["value"], ids) }
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withCohorts(member, ids)]))
}

const bodyOf = (cohort: Cohort, ids: IdMap): JsonRecord => ({
  name: cohort.name,
  description: cohort.description,
  groups: withCohorts(cohort.groups, ids),
  filters: withCohorts(cohort.filters, ids),
  query: cohort.query,
  is_static: cohort.is_static
})

const definitionText = ({ filters, groups, is_static, query }: JsonRecord): string =>
  canonicalJson({ filters, groups, is_static, query })

const isSame = (cohort: Cohort, body: JsonRecord): boolean =>
  cohort.name === body["name"] && definitionText({ ...cohort }) === definitionText(body)

/**
 * Cohorts that conditions name, in another project: one of the same name and definition is used, otherwise one is made.
 * The members of a static one are persons of its project and stay there.
 */
export const makeCohortCopying = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const cohorts = yield* Cohorts

  /** The cohorts and those that they name, the named ones first. */
  const withNamed = Effect.fnUntraced(function*(project: ProjectId, ids: ReadonlyArray<number>) {
    if (ids.length === 0) return []
    const known = new Map<number, Cohort>()
    for (const cohort of yield* repository.all(project)) known.set(cohort.id, cohort)
    const found = (ids: ReadonlyArray<number>) => ids.flatMap((id) => known.get(id) ?? [])
    return neededFirst(found(ids), (cohort) => found(namedCohorts(cohort).map(({ id }) => id)))
  })

  return Effect.fnUntraced(function*(from: ProjectId, into: Editing, ids: ReadonlyArray<number>) {
    const there = yield* repository.all(into.project.id)
    const map = new Map<number, number>()
    const things: Array<CopiedThing> = []
    for (const cohort of yield* withNamed(from, ids)) {
      const body = bodyOf(cohort, map)
      const same = there.find((one) => isSame(one, body))
      const id = same?.id ?? (yield* cohorts.create(into, body)).id
      map.set(cohort.id, id)
      const action = same === undefined ? "create" : "unchanged"
      things.push({ type: "cohort", action, source_id: cohort.id, id, key: cohort.name, changes: [] })
    }
    return { map, things }
  })
})
