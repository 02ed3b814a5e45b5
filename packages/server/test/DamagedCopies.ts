import { assert } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { runProgram } from "./RunProgram.ts"
import { type Access, ask, baseUrlOf, capture } from "./ServerClient.ts"
import { makeDataDir, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

export const key = "phx_given-for-this-test-alone"
export const token = "phc_given_for_this_test"

const uuidOf = (i: number) => `01890a5d-ac96-774b-bcce-b302099a8${String(i).padStart(3, "0")}`

export const settingsOf = (directory: string) => ({
  HEDGEROW_STORAGE: "embedded",
  HEDGEROW_DATA_DIR: directory,
  HEDGEROW_BOOTSTRAP_PERSONAL_API_KEY: key,
  HEDGEROW_BOOTSTRAP_PROJECT_TOKEN: token
})

/** Runs a server until `use` is done. */
export const during = async <A>(
  directory: string,
  use: (access: Access, server: RunningServer) => Promise<A>
): Promise<A> => {
  const server = runServer(["serve"], settingsOf(directory))
  try {
    await server.ready
    return await use({ baseUrl: baseUrlOf(server.output()), key }, server)
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

export const adopt = async (directory: string, what: string): Promise<string> => {
  const { status, stderr, stdout } = await runProgram(["adopt", what], settingsOf(directory))
  assert.strictEqual(status, 0, stderr)
  return stdout
}

export const count = async (access: Access) =>
  (await ask(access, "select count(), count(distinct uuid) from events"))[0]

export const read = async ({ baseUrl, key }: Access, path: string) => {
  const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } })
  return { status: response.status, text: await response.text() }
}

export const send = async ({ baseUrl }: Access, from: number, to: number) => {
  const batch = Array.from({ length: to - from }, (_, i) => ({
    uuid: uuidOf(from + i),
    event: "seen",
    distinct_id: `visitor ${from + i}`,
    properties: { $set: { plan: "pro" } }
  }))
  assert.strictEqual((await capture(baseUrl, JSON.stringify({ api_key: token, batch }))).status, 200)
}

const secretFlag = {
  key: "secret",
  is_remote_configuration: true,
  has_encrypted_payloads: true,
  filters: { groups: [{ properties: [], rollout_percentage: 100 }], payloads: { true: "\"hush\"" } }
}

/** Fills the directory of a fresh server: 50 events of 50 persons, and two flags, of which one has a sealed payload. */
const fill = (directory: string) =>
  during(directory, async (access) => {
    await send(access, 0, 50)
    for (const flag of [secretFlag, { key: "plain", filters: { groups: [{ properties: [] }] } }]) {
      const made = await fetch(`${access.baseUrl}/api/projects/1/feature_flags/`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(flag)
      })
      assert.strictEqual(made.status, 201)
    }
    assert.deepStrictEqual(JSON.parse((await read(access, "/_ready")).text), { status: "ok" })
  })

/** Copies of one data directory whose server was stopped. */
export const makeCopies = () => {
  const data = makeDataDir()
  const whole = join(data.path, "whole")
  return {
    fill: () => fill(whole),
    remove: data.remove,
    copyOf: (name: string): string => {
      const directory = join(data.path, name)
      assert.strictEqual(spawnSync("cp", ["-a", "--reflink=auto", whole, directory]).status, 0)
      return directory
    }
  }
}
