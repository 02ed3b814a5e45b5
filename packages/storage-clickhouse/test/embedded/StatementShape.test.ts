import { assert, it } from "@effect/vitest"
import { canFinish, canStream, finished, formatOf } from "@hedgerow/storage-clickhouse/embedded/engine/StatementShape"

const settings = "a = '1'"

it("a statement that only reads ends with the driver's format and settings, in place of its own", () => {
  const end = `\nFORMAT Pretty SETTINGS ${settings}`
  const ends = (sql: string) => finished(sql, { format: formatOf(sql, "Pretty"), settings })
  assert.strictEqual(ends("SELECT 1"), `SELECT 1${end}`)
  assert.strictEqual(ends("SELECT 1; "), `SELECT 1${end}`)
  assert.strictEqual(ends("SELECT 1 -- comment"), `SELECT 1 -- comment${end}`)
  assert.strictEqual(ends("SELECT 1 SETTINGS b = 2"), `SELECT 1 SETTINGS b = 2${end}`)
  assert.strictEqual(ends("SELECT 1\nFORMAT Pretty;"), `SELECT 1\n${end}`)
  assert.strictEqual(
    finished("SELECT 1", { format: "CSV", settings, path: "/it's/1" }),
    `SELECT 1\nINTO OUTFILE '/it\\'s/1' TRUNCATE FORMAT CSV SETTINGS ${settings}`
  )
})

it("a statement that writes, or says already where and how its answer goes, is left as it is", () => {
  for (const sql of ["INSERT INTO t SELECT 1", "KILL QUERY WHERE 1 ASYNC", "SELECT 1 FORMAT CSV SETTINGS b = 2"]) {
    assert.isFalse(canFinish(sql), sql)
  }
  assert.isFalse(canFinish("SELECT 1 INTO OUTFILE 'x' FORMAT CSV"))
  assert.isTrue(canFinish("/* c */ (WITH 1 AS x SELECT x)"))
})

it("rows leave while a statement runs but in formats whose head has totals", () => {
  assert.isTrue(canStream("SELECT 1", "JSONCompactEachRowWithProgress"))
  assert.isTrue(canStream("SELECT 1", "TabSeparated"))
  for (const format of ["JSON", "JSONCompact", "JSONColumnsWithMetadata", "XML", "Null"]) {
    assert.isFalse(canStream("SELECT 1", format), format)
  }
})
