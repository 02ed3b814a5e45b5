import type { Row } from "@hedgerow/sql/types/Cell"
import { encodeCell, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect } from "effect"
import { sql } from "../../../filters/SqlFragment.ts"
import { isJsonRecord } from "../../../shared/JsonRecord.ts"
import { runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import { type PersonsById, shownProperties } from "./EventColumns.ts"

/** So many persons are looked up at once. */
const atOnce = 1_000

type Columns = Parameters<typeof encodeCell>[1]

const shownOf = (properties: WireValue): { readonly [name: string]: WireValue } => {
  const read: unknown = typeof properties === "string" && properties !== "" ? JSON.parse(properties) : {}
  const known = isJsonRecord(read) ? read : {}
  return Object.fromEntries(
    shownProperties.filter((name) => name in known).map((name) => [name, known[name] as WireValue])
  )
}

/** The persons that have these distinct ids today, as rows of events show them. */
export const personsOf = Effect.fnUntraced(function*(ids: ReadonlyArray<string>, run: StatementRun) {
  const found = new Map<string, { readonly [field: string]: WireValue }>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const { columns, rows } = yield* runStatement(
      sql`SELECT distinct_id, person.id, person.created_at, person.properties FROM person_distinct_ids
        WHERE distinct_id IN ${some} LIMIT ${atOnce}`,
      run
    )
    const types = columns.map(({ type }): Columns => type)
    const cellsOf = (row: Row) => types.map((type, place): WireValue => encodeCell(row[place] ?? null, type))
    for (const row of rows) {
      const [distinctId = null, uuid = null, createdAt = null, properties = null] = cellsOf(row)
      if (typeof distinctId !== "string" || uuid === null) continue
      found.set(distinctId, { uuid, created_at: createdAt, properties: shownOf(properties) })
    }
  }
  const persons: PersonsById = found
  return persons
})
