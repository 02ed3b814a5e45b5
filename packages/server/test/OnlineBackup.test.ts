import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import {
  agrees,
  allOf,
  during,
  fill,
  goesOn,
  isHealthy,
  isRefused,
  leftBehind,
  listed,
  modesBelow,
  type Sent,
  succeeds,
  underLoad
} from "./OnlineBackup.ts"
import { runProgram } from "./RunProgram.ts"
import { makeDataDir } from "./ServerProcess.ts"

const data = makeDataDir()
afterAll(() => data.remove())

const at = (name: string): string => join(data.path, name)
const [original, live, still, restored] = [at("original"), at("live"), at("still"), at("restored")]

describe("hedgerow backup and restore", () => {
  let sent: Sent

  beforeAll(async () => {
    assert.include(await isRefused(original, "backup", live), `${original} holds no data of a server`)
    await during(original, async (access, server) => {
      await fill(access)
      sent = await underLoad(access, async () => {
        const said = await succeeds(original, "backup", live)
        assert.match(said, /The backup is in .*live: [\d,]+ files, [\d.]+ MB, checked, after .+\.\n$/)
      })
      assert.deepStrictEqual(await leftBehind(original), [])
      await isHealthy(access, server)
      await agrees(original)
    })
  })

  it("a backup is for its owner alone, and has the secret keys", () => {
    assert.deepStrictEqual(readdirSync(live).toSorted(), ["files", "manifest.json"])
    const wrong = modesBelow(live).filter(([, isDirectory, mode]) => mode !== (isDirectory ? 0o700 : 0o600))
    assert.deepStrictEqual(wrong, [])
    assert.strictEqual(
      readFileSync(join(live, "files/secret_keys"), "utf8"),
      readFileSync(at("original/secret_keys"), "utf8")
    )
  })

  it("the same command backs up a stopped server, and changes nothing there that it lists", async () => {
    await succeeds(original, "backup", still)
    const stable = (files: ReadonlyArray<string>) =>
      files.filter((file) => /^(?:format|secret_keys|clickhouse\/.*\.sql)$/.test(file))
    assert.deepStrictEqual(stable(listed(still)), stable(listed(live)))
    await succeeds(at("again"), "restore", still)
    assert.deepStrictEqual(readdirSync(at("again")).toSorted(), ["clickhouse", "data", "format", "secret_keys"])
  })

  it("a directory that is not empty is neither written to nor restored into", async () => {
    assert.include(await isRefused(original, "backup", live), `${live} is not empty`)
    assert.include(await isRefused(original, "backup", at("original/backup")), "inside the data directory")
    const before = modesBelow(original)
    assert.include(await isRefused(original, "restore", live), `${original} is not empty (`)
    assert.deepStrictEqual(modesBelow(original), before)
    mkdirSync(at("kept"))
    writeFileSync(at("kept/notes.txt"), "mine")
    assert.include(await isRefused(at("kept"), "restore", live), "is not empty (notes.txt)")
    assert.deepStrictEqual(readdirSync(at("kept")), ["notes.txt"])
  })

  it("a changed, cut or missing file is named, and nothing is restored", async () => {
    const name = listed(live).find((file) => /^clickhouse\/.*\/data\.bin$/.test(file)) ?? ""
    const file = join(live, "files", name)
    const bytes = readFileSync(file)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(bytes.readUInt8(9) ^ 1, 9)
    const refusedAfter = async (harm: () => void, words: string) => {
      harm()
      assert.include(await isRefused(restored, "restore", live), words)
      assert.isFalse(existsSync(restored))
      writeFileSync(file, bytes)
    }
    await refusedAfter(() => writeFileSync(file, flipped), `${file} is damaged: its SHA-256 differs`)
    await refusedAfter(() => truncateSync(file, bytes.length - 1), `${file} has ${bytes.length - 1} bytes instead of`)
    await refusedAfter(() => rmSync(file), `${file} is missing`)
  })

  it("what has no whole list is no backup", async () => {
    const list = join(live, "manifest.json")
    const text = readFileSync(list, "utf8")
    renameSync(list, at("list"))
    assert.include(await isRefused(restored, "restore", live), `${list} is missing`)
    for (const changed of [text.slice(0, text.length / 2), text.replace("\"bytes\":", "\"bytes\":1")]) {
      writeFileSync(list, changed)
      assert.include(await isRefused(restored, "restore", live), `${list} is not what was written`)
    }
    writeFileSync(list, text)
    assert.isFalse(existsSync(restored))
  })

  it("a disk without room is refused before anything is written", async () => {
    const disk = at("disk")
    mkdirSync(disk)
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=80m", "hedgerow-test", disk])
    try {
      assert.match(
        await isRefused(original, "backup", join(disk, "backup")),
        /\/disk\/backup has .* left, and .* are needed/
      )
      assert.match(await isRefused(join(disk, "data"), "restore", live), /\/disk\/data has .* left, and .* are needed/)
      assert.deepStrictEqual(readdirSync(disk), [])
    } finally {
      execFileSync("umount", ["--lazy", disk])
    }
  })

  it.each([
    ["memory", "backup", "Take data out over HTTP"],
    ["external", "backup", "ClickHouse first, then PostgreSQL"],
    ["memory", "restore", "HEDGEROW_STORAGE=embedded"],
    ["external", "restore", "HEDGEROW_STORAGE=embedded"]
  ])("%s storage has another way than %s", async (storage, command, words) => {
    const settings = { HEDGEROW_STORAGE: storage, HEDGEROW_DATABASE_URL: "postgres://localhost/nothing" }
    const { status, stderr } = await runProgram([command, live], settings)
    assert.strictEqual(status, 1)
    assert.include(stderr, `HEDGEROW_STORAGE: ${storage}`)
    assert.include(stderr, words)
  })

  it("a restore that was cut off starts no server, and is begun anew", async () => {
    mkdirSync(join(restored, "restore-unfinished"), { recursive: true })
    mkdirSync(join(restored, "clickhouse/data"), { recursive: true })
    assert.include(await isRefused(restored, "serve"), "was not restored to the end: run `hedgerow restore` again")
    await succeeds(restored, "restore", live)
    assert.deepStrictEqual(readdirSync(restored).toSorted(), ["clickhouse", "data", "format", "secret_keys"])
  })

  it("what was acknowledged before is in the backup, each event with its person, and what came later may be sent again", async () => {
    assert.deepStrictEqual(await goesOn(restored, sent), allOf(sent))
  })
})
