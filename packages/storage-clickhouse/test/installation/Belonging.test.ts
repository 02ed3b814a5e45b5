import { assert, it } from "@effect/vitest"
import { type Found, judge, type Known, type Verdict } from "@hedgerow/storage-clickhouse/installation/Belonging"
import { findLosses, lossWarning } from "@hedgerow/storage-clickhouse/installation/Losses"

const known = (fields: Partial<Known>): Known => ({
  id: "ours",
  isBound: false,
  hasUsedThis: false,
  hasUsedOthers: false,
  ...fields
})

const empty: Found = { id: undefined, hasRows: false }
const filled: Found = { id: undefined, hasRows: true }
const ours: Found = { id: "ours", hasRows: true }
const others: Found = { id: "theirs", hasRows: true }

it.each<readonly [string, Known, Found, Verdict]>([
  ["a first start", known({}), empty, "bind"],
  ["every later one", known({ isBound: true, hasUsedThis: true }), ours, "bound"],
  ["a first start that was cut off", known({}), ours, "bind"],
  ["ClickHouse's data removed", known({ isBound: true, hasUsedOthers: true }), empty, "gone"],
  ["ClickHouse's data replaced", known({ isBound: true, hasUsedOthers: true }), filled, "gone"],
  ["another installation's ClickHouse", known({ isBound: true, hasUsedOthers: true }), others, "foreign"],
  ["PostgreSQL's data removed", known({}), others, "foreign"],
  ["the same, with a ClickHouse of an older release", known({}), filled, "foreign"],
  ["an upgrade", known({ hasUsedThis: true }), filled, "bind"],
  [
    "an upgrade of one that had another ClickHouse before",
    known({ hasUsedThis: true, hasUsedOthers: true }),
    filled,
    "bind"
  ],
  ["an upgrade together with ClickHouse's data removed", known({ hasUsedOthers: true }), empty, "gone"],
  ["PostgreSQL restored from before the upgrade", known({ hasUsedThis: true }), others, "adopt-id"]
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
