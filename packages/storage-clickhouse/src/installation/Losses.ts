import type { DamagedPart } from "../client/Damage.ts"

/** The number of rows of a table of ClickHouse that are known to be lost. */
export interface Mark {
  readonly name: string
  readonly missing: number
}

/** The losses of a table. */
export interface Loss {
  readonly table: string
  /** The number of lost rows, by the marks. */
  readonly missing: number
  /** Names of damaged parts. */
  readonly parts: ReadonlyArray<string>
}

/** The losses of the tables, as marks and damaged parts show them. */
export const findLosses = (
  marks: ReadonlyArray<Mark>,
  damaged: ReadonlyArray<DamagedPart>
): ReadonlyArray<Loss> => {
  const missing = new Map(marks.map((mark) => [mark.name, mark.missing]))
  const names = [...new Set([...missing.keys(), ...damaged.map(({ table }) => table)])].toSorted()
  return names.map((table) => ({
    table,
    missing: missing.get(table) ?? 0,
    parts: damaged.filter((part) => part.table === table).map(({ name }) => name)
  })).filter((loss) => loss.missing > 0 || loss.parts.length > 0)
}

/** At most this many parts are named. */
const namedParts = 3

const listed = (names: ReadonlyArray<string>): string =>
  `${names.slice(0, namedParts).join(", ")}${names.length > namedParts ? ", …" : ""}`

const partsText = (parts: ReadonlyArray<string>): string =>
  `${parts.length} damaged part${parts.length === 1 ? " is" : "s are"} set aside (${listed(parts)})`

const describe = ({ missing, parts, table }: Loss): string =>
  `of ${table} ${
    [
      ...(missing > 0 ? [`${missing} row${missing === 1 ? " is" : "s are"} missing`] : []),
      ...(parts.length > 0 ? [partsText(parts)] : [])
    ].join(" and ")
  }`

/** One sentence for each table whose parts cannot be read, and the remedy. */
export const damageWarnings = (parts: ReadonlyArray<DamagedPart>): ReadonlyArray<string> =>
  findLosses([], parts).map(({ parts: names, table }) =>
    `ClickHouse cannot read all of ${table}: ${names.length} part${names.length === 1 ? " is" : "s are"} damaged (${
      listed(names)
    }), and queries that need what is in ${names.length === 1 ? "it" : "them"} are refused. Restore a backup `
    + "(docs/damaged-data.md); to go on without, run `hedgerow adopt lost-events`."
  )

/** One sentence with the loss and the remedy; undefined without a loss. */
export const lossWarning = (losses: ReadonlyArray<Loss>): string | undefined =>
  losses.length === 0
    ? undefined
    : `ClickHouse has lost data: ${
      losses.map(describe).join("; ")
    }. Restore a backup (docs/backup.md); to go on without `
      + "them, run `hedgerow adopt lost-events` and restart the server."
