import type { DefinitionId } from "@hedgerow/core/definitions/Definition"
import type { PropertyDefinitionFilter } from "@hedgerow/core/definitions/DefinitionFilters"
import type { DefinitionRepository, TypedProperty } from "@hedgerow/core/definitions/DefinitionRepository"
import type { PropertyDefinition } from "@hedgerow/core/definitions/PropertyDefinition"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Option } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import {
  kindColumn,
  listedPropertyOf,
  type ListedPropertyRow,
  placeOf,
  propertyColumns,
  propertyOf,
  type PropertyRow
} from "./DefinitionRows.ts"
import { dateOrNull, hasWords } from "./DefinitionSql.ts"

interface TypedRow {
  readonly kind: string
  readonly name: string
  readonly property_type: TypedProperty["property_type"]
  readonly is_mixed: boolean
}

const typedOf = ({ is_mixed, kind, name, property_type }: TypedRow): TypedProperty => ({
  ...placeOf(kind),
  name,
  property_type,
  is_mixed
})

const nothing = { items: [], count: 0 }

const allGroups = ["group_0", "group_1", "group_2", "group_3", "group_4"]

/** One kind is named as such, so that its names come from the index in order. */
const isOfKind = (sql: SqlClient.SqlClient, { groupTypeIndex, kind }: PropertyDefinitionFilter) =>
  kind === "group" && groupTypeIndex === undefined
    ? sql`d.kind = ANY(${allGroups}::text[])`
    : sql`d.kind = ${kindColumn({ kind, group_type_index: groupTypeIndex ?? null })}`

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

/** The part of the port that is about properties. */
export const makePropertyDefinitions = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const columns = sql.literal(propertyColumns)

  const first = (rows: ReadonlyArray<PropertyRow>) => Option.map(Option.fromNullishOr(rows[0]), propertyOf)

  return {
    listProperties: Effect.fn("PgDefinitionRepository.listProperties")(
      function*(project: ProjectId, filter: PropertyDefinitionFilter, page: PageRequest) {
        if (filter.words?.every(isStorable) === false) return nothing
        const where = sql`FROM property_definitions d WHERE ${sql.and(conditionsOf(sql, project, filter))}`
        const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
        const count = total?.count ?? 0
        if (page.offset >= count) return { items: [], count }
        const seenFirst = filter.events === undefined ? sql`` : sql`is_seen_on_filtered_events DESC,`
        const rows = yield* sql<ListedPropertyRow>`SELECT ${columns},
            ${isSeen(sql, project, filter)} AS is_seen_on_filtered_events
          ${where} ORDER BY ${seenFirst} d.name, d.kind LIMIT ${page.limit} OFFSET ${page.offset}`
        return { items: rows.map(listedPropertyOf), count }
      },
      Effect.orDie
    ),

    findProperty: Effect.fn("PgDefinitionRepository.findProperty")(
      function*(project: ProjectId, id: DefinitionId) {
        return first(
          yield* sql<PropertyRow>`SELECT ${columns} FROM property_definitions d
            WHERE d.project_id = ${project} AND d.id = ${id}`
        )
      },
      Effect.orDie
    ),

    findPropertyForUpdate: Effect.fn("PgDefinitionRepository.findPropertyForUpdate")(
      function*(project: ProjectId, id: DefinitionId) {
        return first(
          yield* sql<PropertyRow>`SELECT ${columns} FROM property_definitions d
            WHERE d.project_id = ${project} AND d.id = ${id} FOR UPDATE OF d`
        )
      },
      Effect.orDie
    ),

    describeProperty: Effect.fn("PgDefinitionRepository.describeProperty")(
      function*(project: ProjectId, property: PropertyDefinition, setsType: boolean) {
        yield* requireStorable([property.description ?? "", ...property.tags])
        const type = setsType
          ? sql`, property_type = nullif(${property.property_type ?? ""}, ''), is_type_set = true,
              is_mixed = is_mixed AND property_type IS NOT DISTINCT FROM nullif(${property.property_type ?? ""}, '')`
          : sql``
        yield* sql`UPDATE property_definitions SET description = ${property.description}::text,
            tags = ${property.tags}::text[], verified = ${property.verified},
            verified_at = ${dateOrNull(property.verified_at)}::timestamptz,
            verified_by = ${property.verified_by}::int4, hidden = ${property.hidden},
            updated_at = ${dateOrNull(property.updated_at)}::timestamptz,
            updated_by = ${property.updated_by}::int4 ${type}
          WHERE project_id = ${project} AND id = ${property.id}`
      },
      Effect.orDie
    ),

    removeProperty: Effect.fn("PgDefinitionRepository.removeProperty")(
      function*(project: ProjectId, id: DefinitionId) {
        yield* sql`DELETE FROM property_definitions WHERE project_id = ${project} AND id = ${id}`
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
  } satisfies Partial<DefinitionRepository["Service"]>
})
