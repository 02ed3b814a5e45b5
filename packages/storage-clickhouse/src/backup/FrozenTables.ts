import { type FileTree, listTree } from "@hedgerow/core/shared/FileTree"
import { Effect, FileSystem, Path, type PlatformError, Schedule, Schema, type Scope } from "effect"
import { ClickHouse, type ClickHouseFailure } from "../client/ClickHouse.ts"
import { quoteName } from "../client/QuoteName.ts"
import { freezeName, removeAbandoned, shadowOf } from "../embedded/Shadow.ts"

/** Inserts went on although nobody could ask for new ones. */
export class InsertsUnderWay extends Schema.TaggedError<InsertsUnderWay>()("InsertsUnderWay", {}) {
  override get message(): string {
    return "ClickHouse was still taking inserts when its state was to be taken: run the command again."
  }
}

/** A small file as it was at the moment of the freeze. */
interface FrozenFile {
  readonly path: string
  readonly contents: Uint8Array
}

/** All tables at one moment. Paths are those in the engine's data. */
export interface Frozen extends Pick<FileTree, "directories" | "links"> {
  /** The directory that has the parts, as hard links. */
  readonly shadow: string
  /** Definitions of tables, and what they know beside their parts. */
  readonly files: ReadonlyArray<FrozenFile>
}

const others = "('system', 'information_schema', 'INFORMATION_SCHEMA')"

const tablesSql = `SELECT database, name FROM system.tables
  WHERE engine LIKE '%MergeTree' AND database NOT IN ${others} ORDER BY database, name`

/** Running inserts, and the number of the last block of each partition, which merges leave as it is. */
const stateSql = `SELECT (SELECT count() FROM system.processes WHERE query_kind = 'Insert'), (
    SELECT toString(arraySort(groupArray((database, table, partition_id, block)))) FROM (
      SELECT database, table, partition_id, max(max_block_number) AS block FROM system.parts
      WHERE active AND database NOT IN ${others} GROUP BY database, table, partition_id))`

const readState = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const [[inserts, blocks] = []] = (yield* clickhouse.query({ sql: stateSql })).rows
  return { inserts: Number(inserts), blocks: String(blocks) }
})

/** Tables that are frozen at once: somebody waits for them, and most are small. */
const freezesAtOnce = 4

const freezeTables = Effect.fnUntraced(function*(name: string) {
  const clickhouse = yield* ClickHouse
  const { rows } = yield* clickhouse.query({ sql: tablesSql })
  yield* Effect.forEach(
    rows,
    ([database, table]) =>
      clickhouse.command({
        sql: `ALTER TABLE ${quoteName(String(database))}.${quoteName(String(table))} FREEZE WITH NAME '${name}'`
      }),
    { concurrency: freezesAtOnce, discard: true }
  )
})

/** Definitions, and what the directory of a table has beside its parts. */
const isKnowledge = (path: string): boolean => {
  const [top, , , entry, ...below] = path.split("/")
  if (top === "metadata" || top === "data") return true
  if (top !== "store") return false
  if (entry === undefined || entry === "deduplication_logs") return true
  return below.length === 0 && (entry === "detached" || /\.(?:sql|txt)$/.test(entry))
}

const readKnowledge = Effect.fnUntraced(function*(data: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const tree = yield* listTree(data, (at) => !isKnowledge(at))
  const files = yield* Effect.forEach(
    tree.files,
    ({ path: at }) =>
      Effect.map(fs.readFile(path.join(data, at)), (contents): FrozenFile => ({ path: at, contents })).pipe(
        Effect.catchIf((error) => error.reason._tag === "NotFound", () => Effect.undefined)
      )
  )
  return {
    directories: tree.directories,
    links: tree.links,
    files: files.filter((file) => file !== undefined)
  }
})

/** One attempt: undefined where something was written meanwhile. */
const attempt = Effect.fnUntraced(function*(data: string, name: string) {
  const fs = yield* FileSystem.FileSystem
  const shadow = yield* shadowOf(data, name)
  const before = yield* readState
  if (before.inserts > 0) return undefined
  yield* fs.remove(shadow, { recursive: true, force: true })
  yield* freezeTables(name)
  const knowledge = yield* readKnowledge(data)
  const after = yield* readState
  if (after.inserts > 0 || after.blocks !== before.blocks) return undefined
  const frozen: Frozen = { shadow, ...knowledge }
  return frozen
})

/** Inserts that were asked for before end within moments; nobody is kept waiting for long. */
const again = Schedule.upTo(Schedule.spaced("50 millis"), { duration: "10 seconds" })

/**
 * Freezes all tables of the embedded engine of a directory at one moment, until the scope ends. To be used while nothing
 * new is asked of it.
 */
export const freeze = Effect.fn("FrozenTables.freeze")(function*(
  directory: string
): Effect.fn.Return<
  Frozen,
  ClickHouseFailure | InsertsUnderWay | PlatformError.PlatformError,
  ClickHouse | FileSystem.FileSystem | Path.Path | Scope.Scope
> {
  const fs = yield* FileSystem.FileSystem
  const data = (yield* Path.Path).join(directory, "data")
  yield* removeAbandoned(data)
  const name = yield* freezeName
  const shadow = yield* shadowOf(data, name)
  yield* Effect.addFinalizer(() => Effect.ignore(fs.remove(shadow, { recursive: true, force: true })))
  const frozen = yield* Effect.repeat(attempt(data, name), {
    until: (found) => found !== undefined,
    schedule: again
  })
  return frozen === undefined ? yield* new InsertsUnderWay() : frozen
})
