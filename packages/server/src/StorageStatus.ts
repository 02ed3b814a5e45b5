import type { SealedSecrets } from "@hedgerow/storage-pg/access/SealedSecrets"
import type { PostgresCrashed } from "@hedgerow/storage-pg/EmbeddedPostgres"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** What holds the events. */
export type EventsPlace = "clickhouse" | "memory" | "postgres"

/** What the server knows of its storage besides the ports. */
export class StorageStatus extends Context.Service<StorageStatus, {
  readonly events: EventsPlace
  /** Fails when the PostgreSQL that this process runs itself has ended; then the process has nothing left to serve. */
  readonly ended: Effect.Effect<never, PostgresCrashed>
  /** Succeeds while what holds the events answers; the ports tell of the rest. */
  readonly answers: Effect.Effect<void>
  /** What whoever starts the server should know: one line each. */
  readonly notices: Effect.Effect<ReadonlyArray<string>>
  /** What is wrong with the stored data: one sentence each, which `/_ready` shows. */
  readonly warnings: Effect.Effect<ReadonlyArray<string>>
  /** What is sealed with secret keys. */
  readonly sealed: SealedSecrets
}>()("@hedgerow/server/StorageStatus") {}
