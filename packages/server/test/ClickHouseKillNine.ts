import { assert, describe, it, vi } from "@effect/vitest"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { randomInt } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { known, knownOf, senders, startLoad, visitors } from "./BatchLoad.ts"
import { type Access, ask } from "./ServerClient.ts"
import { endLeases, enginePid, inside } from "./ServerEngines.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const storedUuids = async (access: Access): Promise<ReadonlyArray<string>> =>
  (await ask(access, "select uuid from events limit 50000")).map(([uuid]) => String(uuid))

/** Persons, distinct ids and merges as each engine has them, as lines of text. */
const copiesOf = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { query } = yield* ClickHouse
  const line = (cells: ReadonlyArray<unknown>): string =>
    JSON.stringify(cells.map((cell) => typeof cell === "object" ? cell : String(cell)))
  const owned = yield* Effect.all([
    sql<{ id: string; properties: object; is_identified: boolean; version: number }>`
      SELECT id, properties, is_identified, version FROM persons`,
    sql<{ distinct_id: string; person_id: string }>`SELECT distinct_id, person_id FROM person_distinct_ids`,
    sql<{ old_person_id: string; person_id: string }>`SELECT old_person_id, person_id FROM person_overrides`
  ])
  const [persons, distinctIds, overrides] = owned
  const copied = yield* Effect.all([
    query({ sql: "SELECT id, properties, is_identified, version FROM persons FINAL" }),
    query({ sql: "SELECT distinct_id, person_id FROM person_distinct_ids FINAL" }),
    query({ sql: "SELECT old_person_id, person_id FROM person_overrides FINAL" })
  ])
  return {
    owned: [
      persons.map((row) => line([row.id, canonicalJson({ ...row.properties }), row.is_identified, row.version])),
      distinctIds.map((row) => line([row.distinct_id, row.person_id])),
      overrides.map((row) => line([row.old_person_id, row.person_id]))
    ].map((lines) => lines.toSorted()),
    copied: copied.map(({ rows }) => rows.map(line).toSorted())
  }
})

const countsByPerson = Effect.gen(function*() {
  const { query } = yield* ClickHouse
  return (yield* query({ sql: "SELECT count(), uniqExact(uuid) FROM events_by_person" })).rows
})

const checkPersons = async (dataDir: string, access: Access) => {
  const copies = await vi.waitFor(async () => {
    const copies = await inside(dataDir, copiesOf)
    assert.deepStrictEqual(copies.copied, copies.owned)
    return copies
  }, { timeout: 120_000, interval: 200 })
  const [persons, distinctIds, overrides] = copies.owned.map((lines) => lines.length)
  assert.deepStrictEqual([persons, distinctIds], [known, known + visitors])
  assert.isAtLeast(overrides ?? 0, visitors - known)

  const owners = new Map(
    (await ask(access, "select distinct_id, person_id from person_distinct_ids limit 1000")).map(([id, person]) => [
      id,
      person
    ])
  )
  for (let visitor = 0; visitor < visitors; visitor++) {
    assert.strictEqual(owners.get(`visitor-${visitor}`), owners.get(knownOf(visitor)))
  }
  assert.deepStrictEqual(await ask(access, "select uniq(person_id), uniq(person.id) from events"), [[known, known]])
}

/** Tests that the ingestion survives so many kills, of the engine and of the server in turn. */
export const killsInIngestion = (rounds: number) =>
  describe("kill -9 of the server and of its ClickHouse in the middle of ingestion", () => {
    it(`${rounds} rounds: every acknowledged event is there once, and a retry adds only what was missing`, async () => {
      const data = makeDataDir()
      const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }
      let server: RunningServer = runServer(["serve"], settings)
      await server.ready
      const { baseUrl, key, token } = parsePrinted(server.output())
      const { port } = new URL(baseUrl)
      const access = { baseUrl, key }
      const load = startLoad(token, baseUrl)

      const killEngine = async () => {
        const before = enginePid(data.path)
        process.kill(before, "SIGKILL")
        await vi.waitUntil(() => enginePid(data.path) !== before, { timeout: 120_000, interval: 20 })
      }
      const killServer = async () => {
        server.process.kill("SIGKILL")
        await server.exited
        server = runServer(["serve"], { ...settings, HEDGEROW_PORT: port })
        await server.ready
      }
      const someAreTaken = () => {
        const before = load.acknowledged.length
        return vi.waitUntil(() => load.acknowledged.length >= before + senders, { timeout: 120_000, interval: 10 })
      }

      try {
        for (let round = 0; round < rounds; round++) {
          await someAreTaken()
          await pause(randomInt(300))
          await (round % 2 === 0 ? killEngine() : killServer())
        }
        // The first events of so many batches make every visitor known.
        await vi.waitUntil(() => load.acknowledged.length >= 3 * visitors, { timeout: 120_000, interval: 10 })
        await someAreTaken()
        await load.stop()

        const stored = await storedUuids(access)
        const distinct = new Set(stored)
        assert.strictEqual(distinct.size, stored.length, "no event is stored twice")
        const taken = load.acknowledged.flatMap(({ uuids }) => uuids)
        assert.deepStrictEqual(taken.filter((uuid) => !distinct.has(uuid)), [], "no acknowledged event is lost")
        assert.isAbove(load.outcomes.get("broken") ?? 0, 0, "requests were under way when the server was killed")

        await inside(data.path, endLeases)
        await load.finish()
        const all = load.sent.flatMap(({ uuids }) => uuids)
        assert.deepStrictEqual((await storedUuids(access)).toSorted(), all.toSorted())
        assert.deepStrictEqual(await ask(access, "select count(), uniq(uuid) from events"), [[all.length, all.length]])
        assert.deepStrictEqual(await inside(data.path, countsByPerson), [[String(all.length), String(all.length)]])
        await checkPersons(data.path, access)
      } finally {
        await load.stop()
        assert.strictEqual(await stopServer(server), 0, server.output())
        data.remove()
      }
    })
  })
