import { assert, it } from "@effect/vitest"
import { type Found, judge, type Known, type Verdict } from "@hedgerow/storage-clickhouse/installation/Belonging"
import { findLosses, lossWarning } from "@hedgerow/storage-clickhouse/installation/Losses"

const known = (isBound: boolean): Known => ({ id: "ours", isBound })

const empty: Found = { id: undefined, hasRows: false }
const filled: Found = { id: undefined, hasRows: true }
const ours: Found = { id: "ours", hasRows: true }
const others: Found = { id: "theirs", hasRows: true }

it.each<readonly [string, Known, Found, Verdict]>([
  ["a first start", known(false), empty, "bind"],
  ["every later one", known(true), ours, "bound"],
  ["a first start that was cut off", known(false), ours, "bind"],
  ["ClickHouse's data removed", known(true), empty, "gone"],
  ["ClickHouse's data replaced", known(true), filled, "gone"],
  ["another installation's ClickHouse", known(true), others, "foreign"],
  ["PostgreSQL's data removed", known(false), others, "foreign"],
  ["events of nobody", known(false), filled, "foreign"]
])("%s: %s %s is %s", (_, postgres, clickhouse, verdict) => {
  assert.strictEqual(judge(postgres, clickhouse), verdict)
})

it("a loss is reported by table, with missing rows and parts that are set aside", () => {
  const marks = [{ name: "events", missing: 1 }, { name: "events_by_person", missing: 40 }]
  assert.deepStrictEqual(findLosses([{ name: "events", missing: 0 }], []), [])
  assert.deepStrictEqual(findLosses(marks.slice(0, 1), []), [{ table: "events", missing: 1, parts: [] }])
  assert.strictEqual(lossWarning(findLosses([], [])), undefined)
  const damaged = ["a", "b", "c", "d"].map((name) => ({ table: "events", name }))
  assert.strictEqual(
    lossWarning(findLosses(marks, damaged)),
    "ClickHouse has lost data: of events 1 row is missing and 4 damaged parts are set aside (a, b, c, …); of "
      + "events_by_person 40 rows are missing. Restore a backup (docs/backup.md); to go on without them, run `hedgerow "
      + "adopt lost-events` and restart the server."
  )
})
