import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { key, read, settingsOf } from "./DamagedCopies.ts"
import { type Damage, harms, type Outcome } from "./DamageMatrix.ts"
import { runProgram } from "./RunProgram.ts"
import { type Access, baseUrlOf } from "./ServerClient.ts"
import { main, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const query = async ({ baseUrl }: Access, sql: string) => {
  const response = await fetch(`${baseUrl}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ refresh: "force_blocking", query: { kind: "HogQLQuery", query: sql } })
  })
  return { status: response.status, text: await response.text() }
}

/** A look at the newest parts follows the start, so that its warning may come a moment later. */
export const warnings = async (access: Access, areAwaited: boolean): Promise<string> => {
  for (let look = 0;; look++) {
    const { status, text } = await read(access, "/_ready")
    assert.strictEqual(status, 200, text)
    const { warnings } = JSON.parse(text) as { readonly warnings?: ReadonlyArray<string> }
    if (warnings !== undefined || !areAwaited || look === 100) return warnings?.join("\n") ?? ""
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** What was acknowledged is there: all of it, or what the outcome says to be missing. */
const looksAt = async (access: Access, { outcome, target: { isTableUnnamed, says } }: Damage): Promise<void> => {
  const flags = await read(access, "/api/projects/1/feature_flags/")
  assert.strictEqual(JSON.parse(flags.text).count, 2)
  const payload = await read(access, "/api/projects/1/feature_flags/secret/remote_config/")
  assert.deepStrictEqual(JSON.parse(payload.text), "\"hush\"")
  const { status, text } = await query(
    access,
    "select count(), count(distinct uuid), countIf(event = 'seen') from events"
  )
  if (outcome === "unreadable") {
    assert.strictEqual(status, 503, text)
    const { code, detail } = JSON.parse(text) as { readonly code: string; readonly detail: string }
    assert.strictEqual(code, "data_damaged")
    const table = isTableUnnamed === true ? "" : " of the table events"
    assert.strictEqual(detail, `Stored data${table} are damaged and cannot be read.`)
    assert.notInclude(text, "clickhouse/")
  } else {
    assert.strictEqual(status, 200, text)
    assert.deepStrictEqual(JSON.parse(text).results[0], outcome === "warns" ? [0, 0, 0] : [50, 50, 50])
  }
  const persons = await query(access, "select count() from persons")
  assert.deepStrictEqual(JSON.parse(persons.text).results, [[50]])
  const said = await warnings(access, outcome !== "goes on")
  if (outcome === "goes on") return assert.strictEqual(said, "")
  assert.match(said, says)
  assert.include(said, "hedgerow adopt lost-events")
}

/** The words have the directory, those of the engine, and what to do. */
const isExplained = (output: string, code: number | null, directory: string, { target }: Damage): void => {
  assert.strictEqual(code, 1, output)
  assert.match(output, /^hedgerow: /m)
  assert.include(output, directory)
  assert.match(output, target.says, output)
  assert.match(output, /backup|restore|HEDGEROW_DATA_DIR/)
  assert.notMatch(output, /\n {4}at /, "no stack")
}

const outcomeOf = (server: RunningServer): Promise<number | null | "ready"> =>
  Promise.race([server.ready.then(() => "ready" as const, () => server.exited), server.exited])

const words: Readonly<Record<Outcome, string>> = {
  "goes on": "it starts, and nothing is missing",
  refused: "it does not start, and says why",
  unreadable: "it starts, refuses queries and warns",
  warns: "it starts and warns of what is missing"
}

/** A start within the test, which loads no program anew. */
const isRefused = async (directory: string, damage: Damage): Promise<void> => {
  const { status, stderr, stdout } = await runProgram(["serve"], { ...settingsOf(directory), HEDGEROW_PORT: "0" })
  isExplained(stdout + stderr, status, directory, damage)
}

/** Somebody who is not root, whom no file belongs to that was not given to him. */
const nobody = { uid: 65_534, gid: 65_534 }

/** The user of the server, where it is not the one of the tests. */
const userOf = ({ isAsUser }: Damage) => isAsUser && process.getuid?.() === 0 ? nobody : undefined

const startsAs = async (directory: string, damage: Damage): Promise<void> => {
  const server = runServer(["serve"], settingsOf(directory), main, userOf(damage))
  const outcome = await outcomeOf(server)
  if (outcome !== "ready") {
    isExplained(server.output(), outcome, directory, damage)
    return assert.strictEqual(damage.outcome, "refused")
  }
  try {
    assert.notStrictEqual(damage.outcome, "refused", server.output())
    await looksAt({ baseUrl: baseUrlOf(server.output()), key }, damage)
  } finally {
    assert.strictEqual(await stopServer(server), 0, server.output())
  }
}

/**
 * Tests that damage each file in each way, and start a server on it: within the test where it is to be refused, unless
 * each is to have a process of its own.
 */
export const survives = (
  damages: ReadonlyArray<Damage>,
  copyOf: (name: string) => string,
  hasOwnProcess: boolean
) =>
  describe("the matrix of damage", () => {
    it.each(damages.map((damage) =>
      [damage.target.name, damage.harm, damage.isAsUser ? " to a user" : "", words[damage.outcome], damage] as const
    ))(
      "%s, %s%s: %s",
      async (_, harm, __, ___, damage) => {
        const directory = copyOf("damaged")
        try {
          const files = damage.target.find(directory)
          assert.isNotEmpty(files)
          const user = userOf(damage)
          if (user !== undefined) {
            spawnSync("chown", ["-R", `${user.uid}:${user.gid}`, directory])
          }
          files.forEach(harms[harm])
          if (damage.outcome === "refused" && !hasOwnProcess && user === undefined) {
            await isRefused(directory, damage)
          } else await startsAs(directory, damage)
        } finally {
          rmSync(directory, { recursive: true, force: true })
        }
      }
    )
  })
