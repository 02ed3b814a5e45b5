import { afterAll, assert, it } from "@effect/vitest"
import { randomInt } from "node:crypto"
import { existsSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import {
  agrees,
  allOf,
  contents,
  during,
  fill,
  goesOn,
  isHealthy,
  isRefused,
  leftBehind,
  type Sent,
  settingsOf,
  succeeds,
  underLoad,
  uuidsOf
} from "../OnlineBackup.ts"
import { makeDataDir, runServer } from "../ServerProcess.ts"

const data = makeDataDir()
afterAll(() => data.remove())

const original = join(data.path, "original")

/** Starts a backup, and kills it when it has written for a time. */
const killedHalfWay = async (directory: string): Promise<void> => {
  const command = runServer(["backup", directory], settingsOf(original))
  while (!existsSync(join(directory, "files/data"))) await pause(5)
  await pause(randomInt(1_500))
  command.process.kill("SIGKILL")
  await command.exited
}

it("backups under captures, some killed half way, are whole or none; the server says nothing of them", async () => {
  const backups: Array<readonly [string, Sent]> = []
  await during(original, async (access, server) => {
    await fill(access)
    for (let round = 0; round < 1; round++) {
      const killed = join(data.path, `killed-${round}`)
      const whole = join(data.path, `backup-${round}`)
      const sent = await underLoad(access, async () => {
        await killedHalfWay(killed)
        if (existsSync(join(killed, "manifest.json"))) return
        assert.include(await isRefused(join(data.path, "nothing"), "restore", killed), "manifest.json is missing")
        assert.include(await isRefused(original, "backup", killed), "is not empty")
      })
      const more = await underLoad(access, async () => {
        await succeeds(original, "backup", whole)
      })
      const earlier = [...backups.at(-1)?.[1].batches ?? [], ...sent.batches]
      backups.push([whole, {
        before: [...uuidsOf(earlier), ...more.before],
        batches: [...earlier, ...more.batches]
      }])
      rmSync(killed, { recursive: true, force: true })
      assert.deepStrictEqual(await leftBehind(original), [])
      await isHealthy(access, server)
    }
    await agrees(original)
  })
  for (const [whole, sent] of backups) {
    const restored = join(data.path, "restored")
    await succeeds(restored, "restore", whole)
    assert.deepStrictEqual(await goesOn(restored, sent), allOf(sent))
    rmSync(restored, { recursive: true })
  }
})

it("a stopped server's backup has what its server had", async () => {
  const [backup, restored] = [join(data.path, "still"), join(data.path, "of-still")]
  const before = await during(original, contents)
  await succeeds(original, "backup", backup)
  await succeeds(restored, "restore", backup)
  await during(restored, async (access, server) => {
    await isHealthy(access, server)
    assert.deepStrictEqual(await contents(access), before)
    await agrees(restored)
  })
  assert.deepStrictEqual(readdirSync(backup).toSorted(), ["files", "manifest.json"])
  assert.deepStrictEqual(await during(original, contents), before)
})
