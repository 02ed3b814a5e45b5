import type { OutputColumn } from "@hedgerow/sql/planning/Planning"
import type { Row } from "@hedgerow/sql/types/Cell"
import { encodeCell, type WireValue } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import { Effect } from "effect"
import type { QueryRun } from "../QueryKind.ts"
import type { QueryModifiers } from "../QueryModifiers.ts"
import { type RanStatement, runStatement } from "./RunStatement.ts"
import { type Listed, type ListQuery, listStatement } from "./SelectList.ts"

/** A page of a list that was run. */
export interface ListPage {
  /** Of all cells that were read. */
  readonly types: ReadonlyArray<OutputColumn>
  readonly rows: ReadonlyArray<Row>
  /** The first row of the next page. */
  readonly next: Row | undefined
  readonly limit: number
  readonly ran: RanStatement
}

/** Runs a list for the page that it asks for, and a row more. */
export const runList = Effect.fnUntraced(
  function*(list: ListQuery, run: QueryRun, modifiers: QueryModifiers | null | undefined) {
    const { defaultRows, maxRows } = run.limits
    const limit = Math.min(list.limit ?? defaultRows, maxRows)
    const { columns, rows, ...ran } = yield* runStatement(listStatement({ ...list, limit: limit + 1 }), {
      ...run,
      limits: { ...run.limits, maxRows: limit + 1 },
      modifiers
    })
    const page: ListPage = { types: columns, rows: rows.slice(0, limit), next: rows[limit], limit, ran }
    return page
  }
)

/** A column that was asked for, and what is read for it. */
export interface ListColumn {
  readonly cells: ReadonlyArray<Listed>
}

/** For each column something of each of its cells, which stand one after the other in a row. */
const byColumn = <A>(columns: ReadonlyArray<ListColumn>, of: (place: number) => A): ReadonlyArray<ReadonlyArray<A>> => {
  let at = 0
  return columns.map(({ cells }) => {
    const found = cells.map((_, place) => of(at + place))
    at += cells.length
    return found
  })
}

/** The cells of each column of a row, as the wire shows values. */
export const cellsByColumn = (columns: ReadonlyArray<ListColumn>, row: Row, { types }: Pick<ListPage, "types">) =>
  byColumn(columns, (place): WireValue => {
    const type = types[place]?.type
    return type === undefined ? null : encodeCell(row[place] ?? null, type)
  })

/** The types of the cells of each column. */
export const typesByColumn = (columns: ReadonlyArray<ListColumn>, { types }: Pick<ListPage, "types">) =>
  byColumn(columns, (place): SqlType => types[place]?.type ?? { kind: "Nothing", nullable: true })
