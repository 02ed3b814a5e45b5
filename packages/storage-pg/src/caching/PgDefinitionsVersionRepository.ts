import { DefinitionsVersionRepository, type Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { PgHints } from "./PgHints.ts"

/** The row of the installation; projects count from 1. */
const installationRow = 0
const topic = "definitions"

const typesOf = "property types of "

/** A project's types have the row of its negative id. */
const rowOf = (realm: Realm): number => {
  if (typeof realm === "number") return realm
  return realm === "installation" ? installationRow : -Number(realm.slice(typesOf.length))
}

const isProjectId = Schema.is(ProjectId)

const realmOf = (payload: string): Realm | "all" => {
  const row = Number(payload)
  if (payload === "") return "all"
  if (row === installationRow) return "installation"
  if (isProjectId(-row)) return `${typesOf}${-row}`
  return isProjectId(row) ? row : "all"
}

/** Versions of definitions in PostgreSQL. */
export const layer: Layer.Layer<DefinitionsVersionRepository, never, PgHints | SqlClient.SqlClient> = Layer.effect(
  DefinitionsVersionRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const hints = yield* PgHints

    return DefinitionsVersionRepository.of({
      bump: Effect.fn("PgDefinitionsVersionRepository.bump")(function*(realm: Realm) {
        yield* sql`INSERT INTO definitions_versions AS known (project_id, version) VALUES (${rowOf(realm)}, 1)
          ON CONFLICT (project_id) DO UPDATE SET version = known.version + 1`
        yield* hints.notify(topic, String(rowOf(realm)))
      }, Effect.orDie),

      current: Effect.fn("PgDefinitionsVersionRepository.current")(function*(realm: Realm) {
        const [row] = yield* sql<{ version: bigint }>`SELECT version FROM definitions_versions
          WHERE project_id = ${rowOf(realm)}`
        return Number(row?.version ?? 0)
      }, Effect.orDie),

      changes: Stream.map(hints.hints(topic), realmOf)
    })
  })
)
