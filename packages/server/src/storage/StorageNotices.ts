import type { EngineNotInstalled } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { isBound } from "@hedgerow/storage-clickhouse/installation/SqlInstallation"
import { hasUnmovedEvents } from "@hedgerow/storage-clickhouse/move/UnmovedEvents"
import * as Effect from "effect/Effect"

/** The notice for events that embedded storage keeps in PostgreSQL instead of ClickHouse. */
export const keptInPostgres = ({ platform, reason }: EngineNotInstalled): string =>
  reason === "unsupported"
    ? `Events are kept in PostgreSQL: there is no embedded ClickHouse for ${platform}.`
    : `Events are kept in PostgreSQL: the optional package chdb, the embedded ClickHouse, is not installed.`

const unmoved =
  "PostgreSQL holds events from before ClickHouse, which queries do not see: move them with `hedgerow move events`."

/** The notice for events that have stayed in PostgreSQL, if any have. */
export const unmovedNotices = Effect.map(hasUnmovedEvents, (has) => has ? [unmoved] : [])

const hidden =
  "The installation's events are in a ClickHouse, which this server does not use: they are not seen. Set HEDGEROW_CLICKHOUSE_URL."

/** The warning of a server that keeps events in PostgreSQL while a ClickHouse has hidden ones. */
export const hiddenWarnings = Effect.map(isBound, (is) => is ? [hidden] : [])
