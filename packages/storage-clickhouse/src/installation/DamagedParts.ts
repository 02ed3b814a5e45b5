import { Effect } from "effect"
import { ClickHouse } from "../client/ClickHouse.ts"
import { type DamagedPart, partName, speaksOfDamage } from "../client/Damage.ts"
import { quoteName } from "../client/QuoteName.ts"

interface ActivePart extends DamagedPart {
  readonly bytes: number
}

/** The parts that queries read, the newest first: those were written last before a crash. */
const readActive = Effect.gen(function*() {
  const clickhouse = yield* ClickHouse
  const sql = "SELECT table, name, bytes_on_disk FROM system.parts WHERE active AND database = currentDatabase() "
    + "ORDER BY modification_time DESC, table, name"
  const { rows } = yield* clickhouse.query({ sql })
  return rows.map(([table, name, bytes]): ActivePart => ({
    table: String(table),
    name: String(name),
    bytes: Number(bytes)
  }))
})

/** Whether the files of a part are what was written, by their checksums; all of them are read. */
const isWhole = Effect.fnUntraced(function*({ name, table }: DamagedPart) {
  const clickhouse = yield* ClickHouse
  const sql = `CHECK TABLE ${quoteName(table)} PART '${name}'`
  const { rows } = yield* clickhouse.query({ sql, settings: { check_query_single_value_result: 0 } })
  return rows.every(([, isPassed, words]) => Number(isPassed) === 1 || !speaksOfDamage(String(words)))
})

/** Those of the parts that queries still read. */
export const stillRead = Effect.fnUntraced(function*(parts: ReadonlyArray<DamagedPart>) {
  if (parts.length === 0) return []
  const active = new Set((yield* readActive).map(partName))
  return [...new Map(parts.map((part) => [partName(part), part])).values()].filter((part) => active.has(partName(part)))
})

/** Whether a part is damaged: it is checked twice, and is still read. A part that was merged meanwhile need not be whole. */
const isDamaged = Effect.fnUntraced(function*(part: DamagedPart) {
  if (yield* Effect.orElseSucceed(isWhole(part), () => true)) return false
  const [active] = yield* stillRead([part])
  return active !== undefined && !(yield* Effect.orElseSucceed(isWhole(part), () => true))
})

/** Checks parts one after the other, the newest first, as many as `mostBytes` have room for; answers the damaged ones. */
export const findDamaged = Effect.fn("DamagedParts.find")(function*(mostBytes: number) {
  const damaged: Array<DamagedPart> = []
  let bytes = 0
  for (const part of yield* readActive) {
    if (bytes + part.bytes > mostBytes) continue
    bytes += part.bytes
    if (yield* isDamaged(part)) damaged.push({ table: part.table, name: part.name })
  }
  return damaged
})

/** Takes parts out of their tables; their files are kept beside them. */
export const setAside = (parts: ReadonlyArray<DamagedPart>) =>
  Effect.flatMap(ClickHouse, (clickhouse) =>
    Effect.forEach(
      parts,
      ({ name, table }) =>
        clickhouse.command({ sql: `ALTER TABLE ${clickhouse.database}.${quoteName(table)} DETACH PART '${name}'` }),
      { discard: true }
    ))
