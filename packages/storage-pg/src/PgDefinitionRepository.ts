import type { ProjectId } from "@hedgerow/core/access/Project"
import {
  DefinitionRepository,
  type EventDefinition,
  type PropertyDefinition,
  type PropertyKind,
  type PropertyType
} from "@hedgerow/core/events/DefinitionRepository"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { eventTime, isStorable, microsOf, requireStorable, timeOf } from "./Values.ts"

interface EventRow {
  readonly id: Uuid
  readonly name: string
  readonly created_at: bigint
  readonly last_seen_at: bigint
}

interface PropertyRow {
  readonly id: Uuid
  readonly kind: PropertyKind
  readonly name: string
  readonly property_type: PropertyType | null
}

const nothing = { items: [], count: 0 }

/** Event and property definitions in PostgreSQL. */
export const layer: Layer.Layer<DefinitionRepository, never, SqlClient.SqlClient> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    const learnEvents = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<EventDefinition>) {
      if (events.length === 0) return
      yield* sql`INSERT INTO event_definitions AS known (project_id, name, id, created_at, last_seen_at)
        SELECT DISTINCT ON (name) ${project}, name, id, ${sql.literal(timeOf("created"))},
          max(${sql.literal(timeOf("seen"))}) OVER (PARTITION BY name)
        FROM unnest(
          ${events.map((event) => event.name)}::text[],
          ${events.map((event) => event.id)}::uuid[],
          ${events.map((event) => BigInt(event.created_at))}::int8[],
          ${events.map((event) => BigInt(event.last_seen_at))}::int8[]
        ) WITH ORDINALITY e(name, id, created, seen, place)
        ORDER BY name, place
        ON CONFLICT (project_id, name) DO UPDATE SET last_seen_at = excluded.last_seen_at
        WHERE known.last_seen_at < excluded.last_seen_at`
    })

    const learnProperties = Effect.fnUntraced(
      function*(project: ProjectId, properties: ReadonlyArray<PropertyDefinition>) {
        if (properties.length === 0) return
        yield* sql`INSERT INTO property_definitions (project_id, kind, name, id, property_type)
          SELECT DISTINCT ON (kind, name) ${project}, kind, name, id, nullif(type, '')
          FROM unnest(
            ${properties.map((property) => property.kind)}::text[],
            ${properties.map((property) => property.name)}::text[],
            ${properties.map((property) => property.id)}::uuid[],
            ${properties.map((property) => property.property_type ?? "")}::text[]
          ) WITH ORDINALITY p(kind, name, id, type, place)
          ORDER BY kind, name, place
          ON CONFLICT (project_id, kind, name) DO NOTHING`
      }
    )

    /** Letter case is folded as JavaScript does on the left and by the Unicode collation on the right. */
    const contains = (search: string) =>
      sql`strpos(lower(name COLLATE "pg_c_utf8"), ${search.toLowerCase()} COLLATE "pg_c_utf8") > 0`

    return DefinitionRepository.of({
      learn: Effect.fn("PgDefinitionRepository.learn")(
        function*(
          project: ProjectId,
          events: ReadonlyArray<EventDefinition>,
          properties: ReadonlyArray<PropertyDefinition>
        ) {
          yield* requireStorable([...events, ...properties].map(({ name }) => name))
          yield* learnEvents(project, events)
          yield* learnProperties(project, properties)
        },
        Effect.orDie
      ),

      listEvents: Effect.fn("PgDefinitionRepository.listEvents")(
        function*(project: ProjectId, search: string, page: PageRequest) {
          if (!isStorable(search)) return nothing
          const where = sql`FROM event_definitions WHERE project_id = ${project} AND ${contains(search)}`
          const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
          const rows = yield* sql<EventRow>`SELECT id, name, ${sql.literal(microsOf("created_at"))} AS created_at,
              ${sql.literal(microsOf("last_seen_at"))} AS last_seen_at
            ${where} ORDER BY name LIMIT ${page.limit} OFFSET ${page.offset}`
          const items = rows.map((row): EventDefinition => ({
            id: row.id,
            name: row.name,
            created_at: eventTime(row.created_at),
            last_seen_at: eventTime(row.last_seen_at)
          }))
          return { items, count: total?.count ?? 0 }
        },
        Effect.orDie
      ),

      listProperties: Effect.fn("PgDefinitionRepository.listProperties")(
        function*(project: ProjectId, kind: PropertyKind, search: string, page: PageRequest) {
          if (!isStorable(search)) return nothing
          const where = sql`FROM property_definitions
            WHERE project_id = ${project} AND kind = ${kind} AND ${contains(search)}`
          const [total] = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count ${where}`
          const items = yield* sql<PropertyRow>`SELECT id, kind, name, property_type
            ${where} ORDER BY name LIMIT ${page.limit} OFFSET ${page.offset}`
          return { items, count: total?.count ?? 0 }
        },
        Effect.orDie
      )
    })
  })
)
