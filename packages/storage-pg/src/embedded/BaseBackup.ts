import { PgConnection } from "@effect/sql-pg"
import { Effect, Schedule, Schema, type Scope } from "effect"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { EmbeddedPostgres } from "./EmbeddedPostgres.ts"

/** The server's log is too short to recover a copy that is made beside it. */
export class LogTooShort extends Schema.TaggedError<LogTooShort>()("LogTooShort", {}) {
  override get message(): string {
    return "PostgreSQL was started by a release whose log is too short for a backup beside it (wal_level is minimal): "
      + "restart the server with this release, or stop it, and run the command again."
  }
}

/** Somebody wrote without a pause. */
export class DatabaseBusy extends Schema.TaggedError<DatabaseBusy>()("DatabaseBusy", {}) {
  override get message(): string {
    return "PostgreSQL was written to without a pause in which the state of both engines could be taken: run the "
      + "command again when less is written."
  }
}

/** The end of a base backup: what belongs into the copy beside the files. */
export interface BackupEnd {
  /** The contents of `backup_label`, from which the copy recovers. */
  readonly label: string
  /** The contents of `tablespace_map`; empty without tablespaces. */
  readonly tablespaces: string
  /** The files of `pg_wal` that the copy needs. */
  readonly segments: ReadonlyArray<string>
}

/** A base backup that is under way: the files may be copied while they are written to. */
export interface BaseBackup {
  /** The directory of the server's data. */
  readonly directory: string
  /** The copy recovers to the state of this moment. */
  readonly end: Effect.Effect<BackupEnd, SqlError.SqlError>
  /** Does work while nobody writes a row of any table; readers go on. */
  readonly whileQuiet: <A, E, R>(
    work: Effect.Effect<A, E, R>
  ) => Effect.Effect<A, DatabaseBusy | E | SqlError.SqlError, R>
}

const texts = (session: PgConnection.PgConnection, sql: string, params: ReadonlyArray<unknown> = []) =>
  Effect.map(session.queryValues(sql, params, false), (rows) => rows.map((row) => row.map(String)))

const first = (session: PgConnection.PgConnection, sql: string, params?: ReadonlyArray<unknown>) =>
  Effect.map(texts(session, sql, params), ([row = []]) => row)

/** The names of the segments from one position of the log to another. */
const segmentsSql = `SELECT pg_walfile_name('0/0'::pg_lsn + n * size + 1)
  FROM (SELECT pg_size_bytes(current_setting('wal_segment_size')) AS size) setting,
    generate_series(div($1::pg_lsn - '0/0', size), div($2::pg_lsn - '0/0' - 1, size)) n
  ORDER BY n`

const stopSql = "SELECT labelfile, coalesce(spcmapfile, ''), lsn::text FROM pg_backup_stop(wait_for_archive => false)"

const endOf = (session: PgConnection.PgConnection, start: string): BaseBackup["end"] =>
  Effect.gen(function*() {
    const [label = "", tablespaces = "", stop = ""] = yield* first(session, stopSql)
    const segments = yield* texts(session, segmentsSql, [start, stop])
    return { label, tablespaces, segments: segments.flat() }
  })

const tablesSql = `SELECT string_agg(format('%I.%I', schemaname, tablename), ', ' ORDER BY schemaname, tablename)
  FROM pg_tables WHERE schemaname !~ '^pg_' AND schemaname <> 'information_schema'`

/**
 * Others are kept waiting for a second at most. Of two that wait for each other this session gives up, since it looks
 * first.
 */
const lock = Effect.fnUntraced(function*(session: PgConnection.PgConnection) {
  const [tables = "null"] = yield* first(session, tablesSql)
  yield* session.query("BEGIN", [], false)
  yield* session.query("SET LOCAL deadlock_timeout = '100ms'", [], false)
  yield* session.query("SET LOCAL lock_timeout = '1s'", [], false)
  if (tables !== "null") yield* session.query(`LOCK TABLE ${tables} IN SHARE MODE`, [], false)
})

/** Another had a lock for too long, or has removed a table meanwhile. */
const heldUp: ReadonlySet<SqlError.SqlError["reason"]["_tag"]> = new Set([
  "DeadlockError",
  "LockTimeoutError",
  "SqlSyntaxError"
])

const isHeldUp = ({ reason }: SqlError.SqlError): boolean => heldUp.has(reason._tag)

/** Tried for a minute or so. */
const tries = { times: 60, schedule: Schedule.jittered(Schedule.spaced("400 millis")) }

const quietly = (session: PgConnection.PgConnection): BaseBackup["whileQuiet"] => (work) => {
  const unlock = Effect.ignore(session.query("ROLLBACK", [], false))
  const locked = Effect.onError(lock(session), () => unlock).pipe(
    Effect.retry({ ...tries, while: isHeldUp }),
    Effect.catchIf(isHeldUp, () => Effect.fail(new DatabaseBusy()))
  )
  return Effect.acquireUseRelease(locked, () => work, () => unlock)
}

/**
 * Begins a base backup of the embedded server, which ends with the scope however that ends. A slot of the session keeps
 * the log from its start on.
 */
export const begin: Effect.Effect<BaseBackup, LogTooShort | SqlError.SqlError, EmbeddedPostgres | Scope.Scope> = Effect
  .gen(function*() {
    const { url } = yield* EmbeddedPostgres
    const session = yield* PgConnection.make({ url, applicationName: "hedgerow backup" })
    const settings = "SELECT current_setting('wal_level'), current_setting('data_directory')"
    const [level, directory = ""] = yield* first(session, settings)
    if (level === "minimal") return yield* new LogTooShort()
    const slot = `hedgerow_backup_${randomUUID().replaceAll("-", "")}`
    yield* session.query(
      "SELECT slot_name::text FROM pg_create_physical_replication_slot($1, true, true)",
      [slot],
      false
    )
    const [start = ""] = yield* first(session, "SELECT pg_backup_start('hedgerow backup', fast => true)::text")
    return { directory, end: endOf(session, start), whileQuiet: quietly(session) }
  })
