import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import * as ClickHouseStorage from "@hedgerow/storage-clickhouse/ClickHouseStorage"
import { ClickHouse, type ClickHouseFailure } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as SealedSecrets from "@hedgerow/storage-pg/access/SealedSecrets"
import { PgDatabase } from "@hedgerow/storage-pg/database/PgDatabase"
import type { SchemaUnknown } from "@hedgerow/storage-pg/migrations/Migrations"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import type { QueryFunctionsMissing } from "@hedgerow/storage-pg/query/server/HelperSchema"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { clickHouseOptions } from "../config/ClickHouseSettings.ts"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { clickHouseAddress, ClickHouseUnusable } from "./ClickHouseUnusable.ts"
import { DatabaseUnusable } from "./DatabaseUnusable.ts"
import { statusOfBoth } from "./StatusOfBoth.ts"
import { hiddenWarnings } from "./StorageNotices.ts"
import { StorageStatus } from "./StorageStatus.ts"

/** `external` storage was configured without an address. */
export class DatabaseUrlMissing extends Schema.TaggedError<DatabaseUrlMissing>()("DatabaseUrlMissing", {}) {
  override get message(): string {
    return "HEDGEROW_DATABASE_URL is required when HEDGEROW_STORAGE is external."
  }
}

/** Says which database could not be used. */
const databaseUnusable = (url: Redacted.Redacted) => (error: SqlError | QueryFunctionsMissing | SchemaUnknown) =>
  Layer.effectContext(Effect.fail(DatabaseUnusable.from(url, error)))

const postgresAlone = (config: ServerConfig, url: Redacted.Redacted) =>
  Layer.effect(
    StorageStatus,
    Effect.gen(function*() {
      const warnings = yield* hiddenWarnings
      return StorageStatus.of({
        events: "postgres",
        ended: Effect.never,
        answers: Effect.void,
        notices: Effect.succeed(warnings),
        warnings: Effect.succeed(warnings),
        sealed: yield* SealedSecrets.make
      })
    })
  ).pipe(
    Layer.provideMerge(PgStorage.layer({ url, schema: config.databaseSchema })),
    Layer.catchTag(["SqlError", "SchemaUnknown", "QueryFunctionsMissing"], databaseUnusable(url))
  )

const withClickHouse = (config: ServerConfig, url: Redacted.Redacted, clickHouseUrl: Redacted.Redacted) => {
  const control = PgStorage.layerWithoutEvents.pipe(
    Layer.provide(PgDatabase.layer({ url, schema: config.databaseSchema }))
  )
  const unusable = (error: ClickHouseFailure) =>
    Layer.effectContext(Effect.fail(ClickHouseUnusable.from(clickHouseUrl, error)))
  return Layer.effect(StorageStatus, statusOfBoth(Effect.never)).pipe(
    Layer.provideMerge(ClickHouseStorage.layer(control, {
      isDurable: Option.isNone(config.clickHouse.cluster),
      place: `HEDGEROW_CLICKHOUSE_URL: the ClickHouse at ${clickHouseAddress(clickHouseUrl)}`
    })),
    Layer.provideMerge(ClickHouse.layer(clickHouseOptions(clickHouseUrl, config.clickHouse))),
    Layer.catchTag(["SqlError", "SchemaUnknown"], databaseUnusable(url)),
    Layer.catchTag(["ClickHouseError", "ClickHouseUnavailable"], unusable)
  )
}

const databaseUrl = ({ databaseUrl }: ServerConfig) =>
  Effect.mapError(Effect.fromOption(databaseUrl), () => new DatabaseUrlMissing())

/** PostgreSQL and the ClickHouse at `clickHouseUrl`. */
export const layerClickHouse = (config: ServerConfig, clickHouseUrl: Redacted.Redacted) =>
  Layer.unwrap(Effect.map(databaseUrl(config), (url) => withClickHouse(config, url, clickHouseUrl)))

/** Everything but events, which needs no ClickHouse. */
export const layerWithoutEvents = (config: ServerConfig) =>
  Layer.unwrap(Effect.map(databaseUrl(config), (url) =>
    PgStorage.layerWithoutEvents.pipe(
      Layer.provide(PgDatabase.layer({ url, schema: config.databaseSchema })),
      Layer.provide(Layer.succeed(CopiedElsewhere, Option.isSome(config.clickHouse.url))),
      Layer.catchTag(["SqlError", "SchemaUnknown"], databaseUnusable(url))
    )))

/** PostgreSQL at its URL, and ClickHouse at its own where one is set. */
export const layer = (config: ServerConfig) =>
  Layer.unwrap(Effect.map(databaseUrl(config), (url) =>
    Option.match(config.clickHouse.url, {
      onNone: () => postgresAlone(config, url),
      onSome: (clickHouseUrl) => withClickHouse(config, url, clickHouseUrl)
    })))
