import { assert, describe, it } from "@effect/vitest"
import { ClickHouseError, ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/ClickHouse"
import { queryFailure } from "@hedgerow/storage-clickhouse/query/QueryFailures"

const failure = (code: number, message = "refused"): string | undefined => {
  const found = queryFailure(new ClickHouseError({ code, message }), { limitMillis: 50 })
  return found?._tag === "QueryRuntimeError" ? found.code : found?._tag
}

describe("queryFailure", () => {
  it("takes a fault of the data for a defect: the statement must not allow it", () => {
    for (const code of [70, 153, 395]) assert.isUndefined(failure(code))
  })

  it("distinguishes limits", () => {
    assert.strictEqual(failure(159), "QueryTimedOut")
    for (const code of [158, 241, 307, 396, 306, 191]) assert.strictEqual(failure(code), "QueryTooLarge", String(code))
    assert.strictEqual(failure(202), "QueryEngineBusy")
  })

  it("states the rows and bytes that a query might read", () => {
    const most = (code: number, bounds: { readonly rows?: number; readonly bytes?: number }) => {
      const found = queryFailure(new ClickHouseError({ code, message: "" }), { limitMillis: 50, ...bounds })
      return found?._tag === "QueryTooLarge" ? found.most : "another"
    }
    const bounds = { rows: 1_000, bytes: 2_000 }
    assert.deepStrictEqual([158, 307, 241].map((code) => most(code, bounds)), [1_000, 2_000, undefined])
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
