import { assert, it } from "@effect/vitest"
import { undescribed } from "@hedgerow/core/definitions/Definition"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { eventDefinitionId } from "@hedgerow/core/definitions/EventDefinition"
import { propertyDefinitionId } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Migrations, PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const project = 7 as ProjectId
const page = { limit: 10, offset: 0 }
const kinds = ["event", "person", "group"] as const

const time = (text: string) => Date.parse(text) * 1000 as EventTime

/** As the release before the migration learnt names. */
const learnAsBefore = Effect.fnUntraced(function*(name: string, first: string, last: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO event_definitions AS known (project_id, name, id, created_at, last_seen_at)
    VALUES (${project}, ${name}, ${eventDefinitionId(project, name)}, ${first}::timestamptz, ${last}::timestamptz)
    ON CONFLICT (project_id, name) DO UPDATE SET last_seen_at = excluded.last_seen_at
    WHERE known.last_seen_at < excluded.last_seen_at`
  for (const kind of kinds) {
    const id = propertyDefinitionId(project, { kind, group_type_index: null, name })
    yield* sql`INSERT INTO property_definitions (project_id, kind, name, id, property_type)
      VALUES (${project}, ${kind}, ${name}, ${id}, 'Numeric') ON CONFLICT (project_id, kind, name) DO NOTHING`
  }
})

const client = Layer.fresh(PgDatabase.layerClient)

const lists = Effect.gen(function*() {
  const definitions = yield* DefinitionRepository
  const events = (yield* definitions.listEvents(project, {}, 0, page)).items
  const properties = yield* Effect.forEach(
    kinds,
    (kind) => Effect.map(definitions.listProperties(project, { kind }, page), ({ items }) => items)
  )
  return { events, properties: properties.flat() }
}).pipe(Effect.provide(PgStorage.layerPorts))

it.live("definitions of the release before keep what is known of them, and it still learns into the new tables", () =>
  Effect.gen(function*() {
    yield* Migrations.migrateTo(2)
    yield* learnAsBefore("gate", "2026-01-02T00:00:00Z", "2026-02-03T00:00:00Z")
    yield* learnAsBefore("hedge", "2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z")
    yield* Migrations.migrate
    const before = yield* lists
    assert.deepStrictEqual(before.events[0], {
      ...undescribed,
      id: eventDefinitionId(project, "gate"),
      name: "gate",
      owner: null,
      created_at: time("2026-01-02"),
      last_seen_at: time("2026-02-03"),
      volume: 0,
      volume_30_day: 0
    })
    assert.strictEqual(before.properties.length, 6)
    for (const property of before.properties) {
      assert.deepInclude(property, {
        ...undescribed,
        group_type_index: null,
        property_type: "Numeric",
        first_seen_at: null,
        last_seen_at: null,
        volume: 0
      })
    }
    yield* learnAsBefore("gate", "2026-03-01T00:00:00Z", "2026-03-01T00:00:00Z")
    yield* learnAsBefore("new", "2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z")
    const after = yield* lists
    assert.deepStrictEqual(after.events.map((event) => [event.name, event.last_seen_at]), [
      ["gate", time("2026-03-01")],
      ["hedge", time("2026-01-05")],
      ["new", time("2026-03-02")]
    ])
    const fresh = after.properties.filter((property) => property.name === "new")
    assert.deepStrictEqual(fresh.map((property) => [property.kind, property.first_seen_at]), [
      ["event", null],
      ["person", null],
      ["group", null]
    ])
  }).pipe(Effect.provide(client.pipe(Layer.provideMerge(PgTest.layerEmpty)))))
