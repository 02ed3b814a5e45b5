import {
  keyOfKind,
  propertyDefinitionEntity,
  propertyOf,
  type StoredKind,
  storedKind,
  storedKinds
} from "@hedgerow/core/definitions/DefinitionEntities"
import { listedAs, type PropertyDefinitionFilter } from "@hedgerow/core/definitions/DefinitionFilters"
import type { TypedProperty } from "@hedgerow/core/definitions/DefinitionRepository"
import type { LearntDefinitions } from "@hedgerow/core/definitions/DescribedDefinitions"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { entityRows } from "../entities/EntityRows.ts"
import { columnsOf } from "../entities/EntityStatements.ts"
import { hasWords } from "./DefinitionSql.ts"

interface Seen {
  readonly is_seen_on_filtered_events: boolean | null
}

interface TypedRow {
  readonly kind: StoredKind
  readonly name: string
  readonly property_type: TypedProperty["property_type"]
  readonly is_mixed: boolean
}

const typedOf = ({ is_mixed, kind, name, property_type }: TypedRow): TypedProperty => ({
  ...keyOfKind(kind),
  name,
  property_type,
  is_mixed
})

const nothing = { items: [], count: 0 }

const allGroups = storedKinds.filter((kind) => keyOfKind(kind).kind === "group")

/** One kind is named as such, so that its names come from the index in order. */
const isOfKind = (sql: SqlClient.SqlClient, { groupTypeIndex, kind }: PropertyDefinitionFilter) =>
  kind === "group" && groupTypeIndex === undefined
    ? sql`d.kind = ANY(${allGroups}::text[])`
    : sql`d.kind = ${storedKind({ kind, group_type_index: groupTypeIndex ?? null })}`

/** Whether `d` was seen on one of the events; null when none are named. */
const isSeen = (sql: SqlClient.SqlClient, project: ProjectId, { events }: PropertyDefinitionFilter) =>
  events === undefined
    ? sql`NULL::bool`
    : sql`d.name IN (
        SELECT e.property FROM event_properties e
        WHERE e.project_id = ${project} AND e.event = ANY(${events.filter(isStorable)}::text[])
      )`

const conditionsOf = (
  sql: SqlClient.SqlClient,
  project: ProjectId,
  filter: PropertyDefinitionFilter
): ReadonlyArray<Statement.Fragment> => {
  const { excludedNames, hidden, isCore, isFeatureFlag, isNumerical, names, words } = filter
  return [
    sql`d.project_id = ${project} AND ${isOfKind(sql, filter)}`,
    ...(hidden === undefined ? [] : [sql`d.hidden = ${hidden}`]),
    ...(isCore === undefined ? [] : [sql`starts_with(d.name, '$') = ${isCore}`]),
    ...(isFeatureFlag === undefined ? [] : [sql`starts_with(d.name, '$feature/') = ${isFeatureFlag}`]),
    ...(isNumerical === undefined ? [] : [sql`(d.property_type IS NOT DISTINCT FROM 'Numeric') = ${isNumerical}`]),
    ...(names === undefined ? [] : [sql`d.name = ANY(${names.filter(isStorable)}::text[])`]),
    ...(excludedNames === undefined ? [] : [sql`d.name <> ALL(${excludedNames.filter(isStorable)}::text[])`]),
    ...(filter.isOnlyOfEvents === true && filter.events !== undefined ? [isSeen(sql, project, filter)] : []),
    ...hasWords(sql, words)
  ]
}

/** Lists of properties. */
export const makePropertyLists = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { read } = entityRows(sql, propertyDefinitionEntity)
  const columns = sql.literal(columnsOf(propertyDefinitionEntity))

  return {
    listProperties: Effect.fn("PgDefinitionRepository.listProperties")(
      function*(project: ProjectId, filter: PropertyDefinitionFilter, page: PageRequest) {
        if (filter.words?.every(isStorable) === false) return nothing
        const where = sql`FROM property_definitions d WHERE ${sql.and(conditionsOf(sql, project, filter))}`
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
        const count = total?.count ?? 0
        if (page.offset >= count) return { items: [], count }
        const seenFirst = filter.events === undefined ? sql`` : sql`is_seen_on_filtered_events DESC,`
        const found = yield* sql<Seen>`SELECT ${columns},
            ${isSeen(sql, project, filter)} AS is_seen_on_filtered_events
          ${where} ORDER BY ${seenFirst} d.name, d.kind LIMIT ${page.limit} OFFSET ${page.offset}`
        const seen = found.map((row) => row.is_seen_on_filtered_events)
        const rows = yield* read(found.map(({ is_seen_on_filtered_events: _seen, ...row }) => row))
        const items = rows.map((row, index) => listedAs(propertyOf(row), seen[index] ?? null))
        return { items, count }
      },
      Effect.orDie
    ),

    typedProperties: Effect.fn("PgDefinitionRepository.typedProperties")(
      function*(project: ProjectId) {
        const rows = yield* sql<TypedRow>`SELECT kind, name, property_type, is_mixed FROM property_definitions
          WHERE project_id = ${project} AND property_type <> 'String'`
        return rows.map(typedOf)
      },
      Effect.orDie
    )
  } satisfies Partial<LearntDefinitions>
})
