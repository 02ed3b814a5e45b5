import { quoted } from "@hedgerow/sql/clickhouse/SqlText"
import { type Column, type CopyingView, type SkipIndex, type Table } from "./Table.ts"

/** The place of new tables: `database` and `cluster` are quoted names. */
export interface Target {
  readonly database: string
  readonly cluster: string | undefined
}

/** So many inserts of a table are remembered, so that a repeated one adds nothing. */
export const deduplicationWindow = 10_000

/** The name of the table that holds the rows; on a cluster, the plain name is the way to all shards. */
const storedName = (table: Table, { cluster }: Target): string =>
  cluster !== undefined && table.placement._tag === "Sharded" ? `${table.name}_local` : table.name

/** The tables of this name that a change of columns has to reach, the one with the rows first. */
export const namesOf = (table: Table, target: Target): ReadonlyArray<string> =>
  [...new Set([storedName(table, target), table.name])].map((name) => `${target.database}.${quoted(name)}`)

/** ` ON CLUSTER …`, or nothing. */
export const onCluster = ({ cluster }: Target): string => cluster === undefined ? "" : ` ON CLUSTER ${cluster}`

/** A column as CREATE and ALTER write it. */
export const columnText = ({ name, rest, type }: Column): string =>
  `${quoted(name)} ${type}${rest === undefined ? "" : ` ${rest}`}`

const indexText = ({ name, on, type }: SkipIndex): string => `INDEX ${name} ${on} TYPE ${type} GRANULARITY 1`

/** Shards have names of their own under `tables`; tables that are everywhere are one set of replicas. */
const replicas = (table: Table): ReadonlyArray<string> =>
  table.placement._tag === "Sharded"
    ? ["'/clickhouse/tables/{shard}/{database}/{table}'", "'{replica}'"]
    : ["'/clickhouse/tables/everywhere/{database}/{table}'", "'{shard}-{replica}'"]

const kinds = { all: "", latest: "Replacing", sums: "Summing" } as const

const engineText = (table: Table, { cluster }: Target): string => {
  const family = `${cluster === undefined ? "" : "Replicated"}${kinds[table.rows]}MergeTree`
  const versions = table.rows === "latest" ? ["position", "is_deleted"] : []
  return `${family}(${[...(cluster === undefined ? [] : replicas(table)), ...versions].join(", ")})`
}

const settingsText = ({ cluster }: Target): string =>
  `${cluster === undefined ? "non_replicated" : "replicated"}_deduplication_window = ${deduplicationWindow}`

const storedTable = (table: Table, target: Target): string => {
  const [name] = namesOf(table, target)
  const lines = [...table.columns.map(columnText), ...(table.indexes ?? []).map(indexText)]
  return `CREATE TABLE IF NOT EXISTS ${name}${onCluster(target)} (
  ${lines.join(",\n  ")}
) ENGINE = ${engineText(table, target)}${table.partitionBy === undefined ? "" : `\nPARTITION BY ${table.partitionBy}`}
ORDER BY (${table.orderBy.join(", ")})${table.removedAfter === undefined ? "" : `\nTTL ${table.removedAfter}`}
SETTINGS ${settingsText(target)}`
}

const distributedTable = (table: Table, by: string, target: Target): string => {
  const [stored, whole] = namesOf(table, target)
  const place = `${target.cluster}, ${target.database}, ${quoted(storedName(table, target))}`
  return `CREATE TABLE IF NOT EXISTS ${whole}${onCluster(target)} AS ${stored}
ENGINE = Distributed(${place}, ${by})`
}

/** The statements that make a table; each may run again. */
export const createTable = (table: Table, target: Target): ReadonlyArray<string> =>
  target.cluster !== undefined && table.placement._tag === "Sharded"
    ? [storedTable(table, target), distributedTable(table, table.placement.by, target)]
    : [storedTable(table, target)]

/** The statement that makes a view; it may run again. On a cluster each shard copies its own rows. */
export const createView = (view: CopyingView, target: Target): string => {
  const [from] = namesOf(view.from, target)
  const [to] = namesOf(view.to, target)
  return `CREATE MATERIALIZED VIEW IF NOT EXISTS ${target.database}.${quoted(view.name)}${onCluster(target)} TO ${to}
AS SELECT ${view.columns.map(quoted).join(", ")} FROM ${from}`
}

const durability = ["fsync_after_insert", "fsync_part_directory"] as const

/**
 * The statements by which acknowledged rows survive a power failure, or which leave that to the replicas: none for a
 * table that is so already. `engines` has ClickHouse's description of each table, by its name.
 */
export const setDurability = (
  table: Table,
  target: Target,
  { engines, isDurable }: { readonly engines: ReadonlyMap<string, string>; readonly isDurable: boolean }
): ReadonlyArray<string> => {
  const engine = engines.get(storedName(table, target)) ?? ""
  if (durability.every((setting) => engine.includes(`${setting} = 1`) === isDurable)) return []
  const [name] = namesOf(table, target)
  const settings = durability.map((setting) => `${setting} = ${isDurable ? 1 : 0}`).join(", ")
  return [`ALTER TABLE ${name}${onCluster(target)}\nMODIFY SETTING ${settings}`]
}
