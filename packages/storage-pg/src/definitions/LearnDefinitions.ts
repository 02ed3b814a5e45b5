import { storedKind } from "@hedgerow/core/definitions/DefinitionEntities"
import {
  type DefinitionUpdate,
  type EventSighting,
  firstCountedDay,
  maxPropertiesOfEvent,
  type PropertyOfEvent,
  type PropertySighting
} from "@hedgerow/core/definitions/DefinitionUpdate"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { timeOf } from "../database/Values.ts"

const sight = (sightings: ReadonlyArray<EventSighting | PropertySighting>) => ({
  ids: sightings.map(({ id }) => id),
  names: sightings.map(({ name }) => name),
  firsts: sightings.map(({ first }) => BigInt(first)),
  lasts: sightings.map(({ last }) => BigInt(last)),
  volumes: sightings.map(({ volume }) => BigInt(volume))
})

/**
 * Writes a update. Every server writes the tables in this order and their rows by key, so that two of them wait for each
 * other instead of locking each other out.
 */
export const makeInference = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const first = sql.literal(timeOf("first"))
  const last = sql.literal(timeOf("last"))

  const learnEvents = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<EventSighting>) {
    if (events.length === 0) return
    const { firsts, ids, lasts, names, volumes } = sight(events)
    yield* sql`INSERT INTO event_definitions AS known (project_id, name, id, created_at, last_seen_at, volume)
      SELECT ${project}, name, id, ${first}, ${last}, volume
      FROM unnest(${names}::text[], ${ids}::uuid[], ${firsts}::int8[], ${lasts}::int8[], ${volumes}::int8[])
        e(name, id, first, last, volume)
      ORDER BY name COLLATE "C"
      ON CONFLICT (project_id, name) DO UPDATE SET
        created_at = least(known.created_at, excluded.created_at),
        last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
        volume = known.volume + excluded.volume
      WHERE excluded.volume > 0 OR known.last_seen_at IS NULL OR known.last_seen_at < excluded.last_seen_at
        OR known.created_at > excluded.created_at`
  })

  const forgetDays = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string>, since: number) {
    yield* sql`DELETE FROM event_volumes WHERE project_id = ${project} AND name = ANY(${names}::text[])
      AND day < date '1970-01-01' + ${since}::int4`
  })

  const countDays = Effect.fnUntraced(function*(project: ProjectId, events: ReadonlyArray<EventSighting>) {
    const counts = events.flatMap(({ days, name }) => days.map(({ day, volume }) => ({ name, day, volume })))
    if (counts.length === 0) return
    const rows = yield* sql<{ name: string; is_new: boolean }>`
      INSERT INTO event_volumes AS known (project_id, name, day, volume)
      SELECT ${project}, name, date '1970-01-01' + day, volume
      FROM unnest(
        ${counts.map(({ name }) => name)}::text[],
        ${counts.map(({ day }) => day)}::int4[],
        ${counts.map(({ volume }) => BigInt(volume))}::int8[]
      ) v(name, day, volume)
      ORDER BY name COLLATE "C", day
      ON CONFLICT (project_id, name, day) DO UPDATE SET volume = known.volume + excluded.volume
      RETURNING name, xmax = 0 AS is_new`
    const grown = [...new Set(rows.filter((row) => row.is_new).map((row) => row.name))].toSorted()
    const latest = Math.max(...events.map((event) => event.last))
    if (grown.length > 0) yield* forgetDays(project, grown, firstCountedDay(latest as EventSighting["last"]))
  })

  const learnProperties = Effect.fnUntraced(
    function*(project: ProjectId, properties: ReadonlyArray<PropertySighting>) {
      if (properties.length === 0) return
      const { firsts, ids, lasts, names, volumes } = sight(properties)
      yield* sql`INSERT INTO property_definitions AS known
          (project_id, kind, name, id, property_type, is_mixed, first_seen_at, last_seen_at, volume)
        SELECT ${project}, kind, name, id, nullif(type, ''), is_mixed, ${first}, ${last}, volume
        FROM unnest(
          ${properties.map(storedKind)}::text[], ${names}::text[], ${ids}::uuid[],
          ${properties.map(({ property_type }) => property_type ?? "")}::text[],
          ${properties.map(({ is_mixed }) => is_mixed)}::bool[],
          ${firsts}::int8[], ${lasts}::int8[], ${volumes}::int8[]
        ) p(kind, name, id, type, is_mixed, first, last, volume)
        ORDER BY kind COLLATE "C", name COLLATE "C"
        ON CONFLICT (project_id, kind, name) DO UPDATE SET
          property_type = CASE WHEN known.is_type_set THEN known.property_type
            ELSE coalesce(known.property_type, excluded.property_type) END,
          is_mixed = known.is_mixed OR (excluded.is_mixed AND excluded.property_type
            = CASE WHEN known.is_type_set THEN known.property_type
              ELSE coalesce(known.property_type, excluded.property_type) END) IS TRUE,
          first_seen_at = least(known.first_seen_at, excluded.first_seen_at),
          last_seen_at = greatest(known.last_seen_at, excluded.last_seen_at),
          volume = known.volume + excluded.volume
        WHERE excluded.volume > 0 OR known.last_seen_at < excluded.last_seen_at
          OR known.first_seen_at > excluded.first_seen_at OR known.property_type IS NULL`
    }
  )

  const learnPairs = Effect.fnUntraced(function*(project: ProjectId, pairs: ReadonlyArray<PropertyOfEvent>) {
    if (pairs.length === 0) return
    yield* sql`WITH news AS (
        SELECT DISTINCT n.event COLLATE "C" AS event, n.property COLLATE "C" AS property
        FROM unnest(${pairs.map(({ event }) => event)}::text[], ${pairs.map(({ property }) => property)}::text[])
          n(event, property)
        WHERE NOT EXISTS (
          SELECT FROM event_properties k
          WHERE k.project_id = ${project} AND k.event = n.event AND k.property = n.property
        )
      ), held AS (
        SELECT event, count(*) AS count FROM event_properties
        WHERE project_id = ${project} AND event IN (SELECT event FROM news) GROUP BY event
      )
      INSERT INTO event_properties (project_id, event, property)
      SELECT ${project}, event, property FROM (
        SELECT event, property, row_number() OVER (PARTITION BY event ORDER BY property) AS turn FROM news
      ) turns LEFT JOIN held USING (event)
      WHERE turn + coalesce(held.count, 0) <= ${sql.literal(String(maxPropertiesOfEvent))}
      ORDER BY event, property
      ON CONFLICT DO NOTHING`
  })

  return Effect.fn("PgDefinitionRepository.learn")(
    function*(project: ProjectId, { events, pairs, properties }: DefinitionUpdate) {
      yield* requireStorable([...events, ...properties].map(({ name }) => name))
      yield* requireStorable(pairs.flatMap(({ event, property }) => [event, property]))
      yield* learnEvents(project, events)
      yield* countDays(project, events)
      yield* learnProperties(project, properties)
      yield* learnPairs(project, pairs)
    },
    sql.withTransaction,
    Effect.orDie
  )
})
