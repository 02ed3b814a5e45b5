import { assert, it } from "@effect/vitest"
import { openWorld, pairs, slow } from "../OperatedEngines.ts"

it("a server that is killed leaves its run to another one, which ends it", async () => {
  const world = await openWorld()
  try {
    await world.clientOf(world.first).begin("orphan", slow(1))
    const other = await world.start()
    world.first.process.kill("SIGKILL")
    const over = await world.clientOf(other).untilOver("orphan")
    assert.deepInclude(over, { status: "done", error: false, error_message: null })
    assert.deepStrictEqual(over.results?.results, [[pairs(1)]])
  } finally {
    await world.close()
  }
}, 300_000)
