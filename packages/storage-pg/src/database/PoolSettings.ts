import type { PgPool } from "@effect/sql-pg"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { largestMessage } from "./MessageSize.ts"

/** The settings that every session starts with, independent of the database's own defaults. */
export const sessionSettings = ({ schema }: { readonly schema: string }): Readonly<Record<string, string>> => ({
  search_path: `"${schema}"`,
  TimeZone: "UTC",
  DateStyle: "ISO",
  default_transaction_isolation: "read committed"
})

/** What a pool of `@effect/sql-pg` is made with for this storage, beside its address and its size. */
export const poolSettings = ({ schema = "hedgerow" }: { readonly schema?: string } = {}) => ({
  startupParameters: sessionSettings({ schema }),
  maxMessageSize: largestMessage
})

/** The sessions of a host application's pool have another setting than this storage relies on. */
export class PoolUnfit extends Schema.TaggedError<PoolUnfit>()("PoolUnfit", {
  setting: Schema.String,
  value: Schema.String,
  expected: Schema.String
}) {
  override get message(): string {
    return `The sessions of the pool have ${this.setting} = ${this.value}, and the storage needs ${this.expected}: `
      + "make the pool with PgDatabase.poolSettings({ schema })."
  }
}

/** `ISO` is shown as `ISO, MDY`. */
const holds = (value: string, expected: string): boolean => value === expected || value.startsWith(`${expected}, `)

/** Fails where the sessions of a pool do not have the settings of the storage. */
export const requireFit = Effect.fnUntraced(function*(
  pool: PgPool.PgPool,
  database: { readonly schema: string }
): Effect.fn.Return<void, PoolUnfit | SqlError.SqlError> {
  const expected = Object.entries(sessionSettings(database))
  const sql = `SELECT ${expected.map(([name]) => `current_setting('${name}') AS "${name}"`).join(", ")}`
  const { rows: [row = {}] } = yield* pool.use((connection) => connection.query(sql, [], false))
  for (const [setting, wanted] of expected) {
    const value = String(row[setting])
    if (!holds(value, wanted)) return yield* new PoolUnfit({ setting, value, expected: wanted })
  }
})
