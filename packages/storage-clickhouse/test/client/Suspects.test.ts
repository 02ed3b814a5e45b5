import { assert, it } from "@effect/vitest"
import { Suspects } from "@hedgerow/storage-clickhouse/protocol/Suspects"

const minute = 60_000
const statement = (sql: string) => ({ sql, params: { n: 1n, list: ["a"] } })
const [bad, good] = [statement("SELECT bad"), statement("SELECT good")]
const crash = { stuck: undefined }

it("a statement that ran at two ends of the process is refused for ten minutes, and only with the same values", () => {
  const suspects = new Suspects()
  for (const [round, now] of [[1, 0], [2, minute]] as const) {
    assert.strictEqual(suspects.refusedFor(bad, now), 0)
    suspects.begin(`bad ${round}`, bad)
    suspects.died(crash, now)
  }
  assert.strictEqual(suspects.refusedFor({ ...bad, params: { list: ["a"], n: 2n } }, minute), 0)
  assert.strictEqual(suspects.refusedFor(bad, minute), 10 * minute)
  assert.strictEqual(suspects.refusedFor(bad, 10 * minute), minute)
  assert.strictEqual(suspects.refusedFor(bad, 11 * minute), 0)
})

it("one that has an answer in between is no suspect any more", () => {
  const suspects = new Suspects()
  for (const round of [1, 2, 3]) {
    suspects.begin(`bad ${round}`, bad)
    suspects.begin(`good ${round}`, good)
    suspects.died(crash, round)
    suspects.begin(`good again ${round}`, good)
    suspects.end(`good again ${round}`)
  }
  assert.strictEqual(suspects.refusedFor(good, 4), 0)
  assert.isAbove(suspects.refusedFor(bad, 4), 0)
})

it("a connection that broke just before counts, an interrupted statement does not, but for the one that got stuck", () => {
  const suspects = new Suspects()
  const left = statement("SELECT left")
  for (const now of [minute, 2 * minute]) {
    suspects.begin("bad", bad)
    suspects.leave("bad", "broken connection", now - 100)
    suspects.begin("good", good)
    suspects.leave("good", "interruption", now - 100)
    suspects.died(crash, now)
    suspects.begin("left", left)
    suspects.leave("left", "interruption", now)
    suspects.begin("good", good)
    suspects.died({ stuck: "left" }, now + 10_000)
  }
  assert.deepStrictEqual(
    [bad, left, good].map((one) => suspects.refusedFor(one, 3 * minute) > 0),
    [true, true, false]
  )
})
