import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { adopt, count, during, makeCopies, read, send, settingsOf, token } from "./DamagedCopies.ts"
import { survives, warnings } from "./DamagedStart.ts"
import { damages, damageTables, filesBelow, harms, partsOf } from "./DamageMatrix.ts"
import { runProgram } from "./RunProgram.ts"
import { ask } from "./ServerClient.ts"

const { copyOf, fill, remove } = makeCopies()
beforeAll(fill)
afterAll(remove)

/** The words of a start that is refused. */
const refusal = async (directory: string): Promise<string> => {
  const { status, stderr, stdout } = await runProgram(["serve"], { ...settingsOf(directory), HEDGEROW_PORT: "0" })
  assert.strictEqual(status, 1)
  return stdout + stderr
}

describe("a data directory that is not whole", () => {
  it("without clickhouse/ it does not start, until that is adopted; lost events may then be sent again", async () => {
    const directory = copyOf("without-clickhouse")
    rmSync(join(directory, "clickhouse"), { recursive: true })
    for (const _ of ["an empty one is made meanwhile", "and is refused too"]) {
      assert.match(
        await refusal(directory),
        /^hedgerow: The directory \S+\/clickhouse does not hold the events of this installation: .*hedgerow adopt clickhouse.*\n$/
      )
    }
    assert.include(await adopt(directory, "clickhouse"), "belongs to this installation")
    await during(directory, async (access) => {
      assert.deepStrictEqual(await count(access), [0, 0])
      await send(access, 40, 60)
      assert.deepStrictEqual(await count(access), [20, 20])
      assert.deepStrictEqual(await ask(access, "select person.properties.plan, count() from events group by 1"), [
        ["pro", 20]
      ])
    })
  })

  it("without PostgreSQL's data the new installation does not see the old one's events", async () => {
    const directory = copyOf("without-postgresql")
    rmSync(join(directory, "data"), { recursive: true })
    assert.match(
      await refusal(directory),
      /^hedgerow: The directory \S+\/clickhouse belongs to another installation.*hedgerow adopt clickhouse.*$/m
    )
    rmSync(join(directory, "clickhouse"), { recursive: true })
    await during(directory, async (access) => assert.deepStrictEqual(await count(access), [0, 0]))
  })

  it(
    "without secret_keys it does not start while something is sealed; once adopted, that alone is masked",
    async () => {
      const directory = copyOf("without-keys")
      const file = join(directory, "secret_keys")
      rmSync(file)
      for (const _ of [1, 2]) {
        const words = await refusal(directory)
        assert.match(
          words,
          /^hedgerow: 1 stored secret is sealed with a key that is missing \(id [0-9a-f]{8}\): .*adopt/
        )
        assert.include(words, file)
        assert.isFalse(existsSync(file), "no new key is made")
      }
      assert.match(await adopt(directory, "secret-keys"), /cannot be read from now on/)
      await during(directory, async (access) => {
        const list = await read(access, "/api/projects/1/feature_flags/")
        assert.strictEqual(list.status, 200)
        const { results } = JSON.parse(list.text) as {
          readonly results: ReadonlyArray<{ readonly key: string; readonly filters: Readonly<Record<string, unknown>> }>
        }
        assert.deepStrictEqual(results.map(({ key }) => key).toSorted(), ["plain", "secret"])
        assert.deepStrictEqual(results.find(({ key }) => key === "secret")?.filters["payloads"], {
          true: "\"********* (unreadable: its secret key is missing)\""
        })
        const config = await read(access, "/api/projects/1/feature_flags/secret/remote_config/")
        assert.strictEqual(config.status, 503)
        assert.include(config.text, "\"code\":\"payload_unreadable\"")
        const asked = await fetch(`${access.baseUrl}/flags?v=2`, {
          method: "POST",
          body: JSON.stringify({ token, distinct_id: "ada" })
        })
        assert.strictEqual(asked.status, 200)
        const { flags } = (await asked.json()) as {
          readonly flags: Readonly<Record<string, { readonly enabled: boolean }>>
        }
        assert.isTrue(flags["secret"]?.enabled)
        const definitions = await read(access, `/api/projects/1/feature_flags/local_evaluation/?token=${token}`)
        assert.strictEqual(definitions.status, 200)
      })
      assert.isTrue(existsSync(file))
    }
  )
})

describe("a ClickHouse that has lost data", () => {
  it.each([
    [
      "overwritten",
      (part: string) => filesBelow(part).forEach((name) => writeFileSync(name, "x")),
      /damaged part is set aside \(/
    ],
    ["removed", (part: string) => rmSync(part, { recursive: true }), /50 rows are missing/]
  ])("parts %s: it starts, and says so in the log and in /_ready until that is adopted", async (name, harm, words) => {
    const directory = copyOf(name)
    const parts = partsOf(directory, "events")
    assert.isNotEmpty(parts)
    parts.forEach(harm)
    await during(directory, async (access, server) => {
      const ready = await read(access, "/_ready")
      assert.strictEqual(ready.status, 200)
      const { warnings } = JSON.parse(ready.text) as { readonly warnings: ReadonlyArray<string> }
      assert.lengthOf(warnings, 1)
      assert.match(warnings[0] ?? "", words)
      assert.include(warnings[0], "of events ")
      assert.include(warnings[0], "hedgerow adopt lost-events")
      assert.include(server.output(), `(storage: embedded)\n${warnings[0]}\n`)
      assert.include(server.output(), `"level":"warn","message":"${warnings[0]}"`)
      assert.deepStrictEqual(await count(access), [0, 0])
      await send(access, 100, 160)
    })
    assert.include(await adopt(directory, "lost-events"), "counted no more")
    await during(directory, async (access, server) => {
      assert.deepStrictEqual(JSON.parse((await read(access, "/_ready")).text), { status: "ok" })
      assert.notInclude(server.output(), "lost")
      await send(access, 0, 50)
      assert.deepStrictEqual(await count(access), [110, 110])
    })
  })
})

describe("a part whose bytes have changed", () => {
  it("is refused to queries and shown, until it is set aside; its events may then be sent again", async () => {
    const directory = copyOf("flipped")
    partsOf(directory, "events").forEach((part) => harms.flipped(join(part, "data.bin")))
    await during(directory, async (access) => {
      await send(access, 100, 160)
      assert.match(await warnings(access, true), /cannot read all of events: 1 part is damaged/)
    })
    assert.include(await adopt(directory, "lost-events"), "counted no more")
    await during(directory, async (access) => {
      assert.deepStrictEqual(JSON.parse((await read(access, "/_ready")).text), { status: "ok" })
      assert.deepStrictEqual(await count(access), [60, 60])
      await send(access, 0, 50)
      assert.deepStrictEqual(await count(access), [110, 110])
    })
  })
})

describe("the documentation", () => {
  it("has the matrix, as root and not", () => {
    const guide = readFileSync(new URL("../../../docs/damaged-data.md", import.meta.url), "utf8")
    for (const table of damageTables()) assert.include(guide, table)
  })
})

survives(damages(false), copyOf, false)
