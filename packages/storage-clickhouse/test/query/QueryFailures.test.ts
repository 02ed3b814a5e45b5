import { assert, describe, it } from "@effect/vitest"
import { QueryDataDamaged } from "@hedgerow/core/query/QueryEngine"
import { ClickHouseError, ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { queryFailure } from "@hedgerow/storage-clickhouse/query/QueryFailures"

const failure = (code: number, message = "refused"): string | undefined => {
  const found = queryFailure(new ClickHouseError({ code, message }), { limitMillis: 50 })
  return found?._tag === "QueryRuntimeError" ? found.code : found?._tag
}

const inEvents = "(while reading from part /d/store/478/478d33b8-c28e-451a-8cc5-077bc605baf6/202611_1_1_0/ in table "
  + "hedgerow.events (478d33b8-c28e-451a-8cc5-077bc605baf6) located on disk default of type local)"

describe("damaged parts", () => {
  it.each([
    [40, `Checksum doesn't match: corrupted data. ${inEvents}`, { table: "events" }],
    [271, `Cannot decompress. ${inEvents.replace("hedgerow.events", "`my db`.`events_local`")}`, { table: "events" }],
    [
      432,
      "Unknown codec family code: 202: While reading or decompressing /d/store/478/478d33b8-c28e-451a-8cc5-077bc605baf6/"
      + "all_1_1_1/primary.cidx (position: 0)",
      {}
    ]
  ])("code %i", (code, message, expected) => {
    const found = queryFailure(new ClickHouseError({ code, message }), { limitMillis: 50 })
    assert.deepStrictEqual(found, new QueryDataDamaged(expected))
  })

  it.each([
    ["a limit that is reached while a part is read", 241, `Memory limit exceeded ${inEvents}`],
    ["a value that does not parse", 117, "Cannot parse input"]
  ])("none: %s", (_, code, message) => {
    const found = queryFailure(new ClickHouseError({ code, message }), { limitMillis: 50 })
    assert.notStrictEqual(found?._tag, "QueryDataDamaged")
  })
})

describe("queryFailure", () => {
  it("takes a fault of the data for a defect: the statement must not allow it", () => {
    for (const code of [70, 153, 395]) assert.isUndefined(failure(code))
  })

  it("distinguishes limits", () => {
    assert.strictEqual(failure(159), "QueryTimedOut")
    for (const code of [158, 241, 307, 396, 306, 191]) assert.strictEqual(failure(code), "QueryTooLarge", String(code))
    assert.strictEqual(failure(202), "QueryEngineBusy")
  })

  it("takes memory that others have for a busy engine, and the one that has most of it for too large", () => {
    const all = "User memory limit exceeded: would use 1.15 GiB, maximum: 1.12 GiB. OvercommitTracker decision: "
    assert.strictEqual(failure(241, `${all}Memory overcommit has not freed enough memory.`), "QueryEngineBusy")
    assert.strictEqual(failure(241, "(total) memory limit exceeded: would use 1.36 GiB"), "QueryEngineBusy")
    assert.strictEqual(failure(241, `${all}Query was selected to stop by OvercommitTracker.`), "QueryTooLarge")
  })

  it("states the rows and bytes that a query might read, and the memory that it might hold", () => {
    const most = (
      code: number,
      bounds: { readonly rows?: number; readonly bytes?: number; readonly memory?: number }
    ) => {
      const found = queryFailure(new ClickHouseError({ code, message: "" }), { limitMillis: 50, ...bounds })
      return found?._tag === "QueryTooLarge" ? found.most : "another"
    }
    const bounds = { rows: 1_000, bytes: 2_000, memory: 3_000 }
    assert.deepStrictEqual([158, 307, 241, 168].map((code) => most(code, bounds)), [1_000, 2_000, 3_000, undefined])
    assert.isUndefined(most(158, {}))
  })

  it("takes an engine that cannot be reached for busy", () => {
    const found = queryFailure(new ClickHouseUnavailable({ cause: new Error("gone") }), { limitMillis: 50 })
    assert.strictEqual(found?._tag, "QueryEngineUnavailable")
  })

  it("takes everything else for a defect", () => {
    for (const code of [60, 62, 47, 43, 394, 1002]) assert.isUndefined(failure(code), String(code))
  })
})
