/**
 * Creates the tables of a cluster in an engine whose cluster is one shard, itself: with plain engines in place of the
 * replicated ones, which need a coordination service. Inserts the lines of the first argument through the distributed
 * table, twice, and prints the stored rows.
 */
import { eventRowColumns, verbatimCells } from "@hedgerow/storage-clickhouse/events/EventRows"
import { addHotKeyStatements } from "@hedgerow/storage-clickhouse/hotkeys/HotColumns"
import { migrations } from "@hedgerow/storage-clickhouse/migrations/Migrations"
import { Session } from "chdb"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const config = `<clickhouse><tcp_port>9000</tcp_port><remote_servers><meadow><shard><replica>
<host>127.0.0.1</host><port>9000</port></replica></shard></meadow></remote_servers></clickhouse>`

const target = { database: "`shard`", cluster: "`meadow`" }

const withoutKeeper = (sql: string): string =>
  sql.replaceAll(" ON CLUSTER `meadow`", "")
    .replace(/Replicated(\w*MergeTree)\('[^']*', '[^']*'(?:, )?/, "$1(")
    .replace("SETTINGS replicated_", "SETTINGS non_replicated_")

const directory = mkdtempSync(join(tmpdir(), "hedgerow-shard-"))
try {
  const file = join(directory, "config.xml")
  writeFileSync(file, config)
  const session = new Session(join(directory, "data"), { connectionArgs: [`--config-file=${file}`] })
  const run = (sql: string): string => session.query(sql, "JSONCompactEachRow")
  for (const { statements } of migrations) for (const sql of statements(target)) run(withoutKeeper(sql))
  const settings = Object.entries({ ...verbatimCells, distributed_foreground_insert: 1 })
    .map(([name, value]) => `${name}=${value}`).join(", ")
  const rows = readFileSync(process.argv[2] ?? "", "utf8")
  for (const token of ["once", "once"]) {
    run(`INSERT INTO shard.events (${eventRowColumns.join(", ")})
      SETTINGS ${settings}, insert_deduplication_token='${token}' FORMAT TabSeparated ${rows}`)
  }
  for (const sql of addHotKeyStatements({ key: "side", fewValues: true }, target)) run(withoutKeeper(sql))
  process.stdout.write(run(`SELECT
    (SELECT count() FROM shard.events), (SELECT count() FROM shard.events_local), (SELECT count() FROM shard.events_by_person),
    (SELECT groupUniqArray(pj.side.:String) FROM shard.events), (SELECT groupUniqArray(mat_side) FROM shard.events)`))
  session.close()
} finally {
  rmSync(directory, { recursive: true, force: true })
}
