import type { SealedSecrets } from "@hedgerow/storage-pg/access/SealedSecrets"
import type { PostgresCrashed } from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The store of the events. */
export type EventsStorage = "clickhouse" | "memory" | "postgres"

/** The server's knowledge of its storage beside the ports. */
export class StorageStatus extends Context.Service<StorageStatus, {
  readonly events: EventsStorage
  /** Fails when the PostgreSQL that this process runs itself has ended; then the process has nothing left to serve. */
  readonly ended: Effect.Effect<never, PostgresCrashed>
  /** Succeeds while the event store answers; the ports check the rest. */
  readonly answers: Effect.Effect<void>
  /** Notices for the person who starts the server: one line each. */
  readonly notices: Effect.Effect<ReadonlyArray<string>>
  /** Faults of the stored data: one sentence each, which `/_ready` shows. */
  readonly warnings: Effect.Effect<ReadonlyArray<string>>
  /** The values that are sealed with secret keys. */
  readonly sealed: SealedSecrets
}>()("@hedgerow/server/storage/StorageStatus") {}
