import { afterAll, assert, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { type Access, ask, baseUrlOf, capture } from "./ServerClient.ts"
import { makeDataDir, runServer, stopServer } from "./ServerProcess.ts"

const key = "phx_given-for-this-test-alone"
const token = "phc_given_for_this_test"

const data = makeDataDir()
afterAll(() => data.remove())

const [original, backup, moved] = ["original", "backup", "moved"].map((name) => join(data.path, name)) as [
  string,
  string,
  string
]

const during = async <A>(directory: string, use: (access: Access) => Promise<A>): Promise<A> => {
  const server = runServer(["serve"], {
    HEDGEROW_STORAGE: "embedded",
    HEDGEROW_DATA_DIR: directory,
    HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: key,
    HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: token
  })
  try {
    await server.ready
    return await use({ baseUrl: baseUrlOf(server.output()), key })
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }

const send = async ({ baseUrl }: Access, from: number, to: number) => {
  const batch = Array.from({ length: to - from }, (_, i) => ({ event: "seen", distinct_id: `visitor ${from + i}` }))
  assert.strictEqual((await capture(baseUrl, JSON.stringify({ api_key: token, batch }))).status, 200)
}

/** The contents of an installation, and its server's status. */
const contents = async (access: Access) => {
  const flags = await fetch(`${access.baseUrl}/api/projects/1/feature_flags/`, { headers })
  const { results } = (await flags.json()) as {
    readonly results: ReadonlyArray<{ readonly filters: Readonly<Record<string, unknown>> }>
  }
  return {
    events: await ask(access, "select count(), count(distinct person_id) from events"),
    persons: await ask(access, "select count() from persons"),
    payloads: results.map(({ filters }) => filters["payloads"]),
    ready: await (await fetch(`${access.baseUrl}/_ready`)).json()
  }
}

const whole = {
  events: [[20, 20]],
  persons: [[20]],
  payloads: [{ true: "\"hush\"" }],
  ready: { status: "ok" }
}

/** As docs/backup.md has it. */
const backUp = `cp -a "$DATA_DIR" backup
if [ -L "$DATA_DIR/home" ]; then rm backup/home && cp -a "$DATA_DIR/home/." backup/home; fi
tar -C backup -czpf backup.tgz .`

const sh = (command: string) => {
  const { status, stderr } = spawnSync("sh", ["-ec", command], {
    cwd: data.path,
    env: { PATH: process.env["PATH"], DATA_DIR: original },
    encoding: "utf8"
  })
  assert.strictEqual(status, 0, stderr)
}

it(
  "a copy of a stopped server's directory is the whole installation, and goes its own way; a moved one goes on",
  async () => {
    await during(original, async (access) => {
      await send(access, 0, 20)
      const body = {
        key: "secret",
        is_remote_configuration: true,
        has_encrypted_payloads: true,
        filters: { payloads: { true: "\"hush\"" } }
      }
      const url = `${access.baseUrl}/api/projects/1/feature_flags/`
      assert.strictEqual((await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).status, 201)
      assert.deepStrictEqual(await contents(access), whole)
    })
    sh(backUp)
    await during(original, (access) => send(access, 20, 25))
    sh("mkdir -m 755 restored && tar -C restored -xzpf backup.tgz")
    await during(join(data.path, "restored"), async (access) => assert.deepStrictEqual(await contents(access), whole))
    assert.isTrue(existsSync(backup))
    renameSync(original, moved)
    await during(moved, async (access) => {
      assert.deepStrictEqual((await contents(access)).events, [[25, 25]])
    })
  }
)
