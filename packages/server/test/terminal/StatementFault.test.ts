import { assert, it } from "@effect/vitest"
import { QueryTimedOut } from "@hedgerow/core/query/QueryEngine"
import { faultOf, StatementFault } from "@hedgerow/server/terminal/StatementFault"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { Result } from "effect"

const faultIn = (sql: string): string => {
  const parsed = parseStatement(sql)
  return Result.isFailure(parsed) ? faultOf(sql, parsed.failure).message : assert.fail("it parses")
}

it("shows the line, marks the place, and ends with the remedy", () => {
  assert.strictEqual(
    faultIn("SELECT event\nFROM events\nWHERE !event\nLIMIT 5"),
    "Unexpected character \"!\" (line 3, column 7)\n  WHERE !event\n        ^\nWrite NOT."
  )
})

it("marks no more than the line, and at least one place", () => {
  assert.match(faultIn("SELECT 'a\nb"), /^Unterminated string .*\n {2}SELECT 'a\n {9}\^\^\n/)
  assert.match(faultIn("SELECT"), /\n {2}SELECT\n {8}\^\n/)
})

it("a failure without a place has its reason and the remedy", () => {
  const fault = faultOf("SELECT 1", new QueryTimedOut({ limitMillis: 5 }))
  assert.instanceOf(fault, StatementFault)
  assert.match(fault.message, /^Query has hit the max execution time before completing\.\nRead a shorter range/)
})
