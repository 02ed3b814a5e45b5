import { assert, describe, it } from "@effect/vitest"
import { ClickHouseError, ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/ClickHouse"
import { queryFailure } from "@hedgerow/storage-clickhouse/query/QueryFailures"

const failure = (code: number, message = "refused"): string | undefined => {
  const found = queryFailure(new ClickHouseError({ code, message }), 50)
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

  it("takes an engine that cannot be reached for busy", () => {
    const found = queryFailure(new ClickHouseUnavailable({ cause: new Error("gone") }), 50)
    assert.strictEqual(found?._tag, "QueryEngineUnavailable")
  })

  it("takes everything else for a defect", () => {
    for (const code of [60, 62, 47, 43, 394, 1002]) assert.isUndefined(failure(code), String(code))
  })
})
