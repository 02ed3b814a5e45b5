import { assert, describe, it } from "@effect/vitest"
import { ClickHouseError, ClickHouseUnavailable } from "@hedgerow/storage-clickhouse/ClickHouse"
import { queryFailure } from "@hedgerow/storage-clickhouse/query/QueryFailures"

const failure = (code: number, message = "refused"): string | undefined => {
  const found = queryFailure(new ClickHouseError({ code, message }), 50)
  return found?._tag === "QueryRuntimeError" ? found.code : found?._tag
}

describe("queryFailure", () => {
  it("names what breaks a rule of the dialect", () => {
    const cast = "Value in column Int128 cannot be safely converted into type Int64: while executing"
    assert.strictEqual(failure(70, cast), "integer_overflow")
    assert.strictEqual(failure(153, "Division by zero: while executing 'FUNCTION intDiv"), "division_by_zero")
    assert.strictEqual(failure(153, "Division of minimal signed number by minus one"), "integer_overflow")
    assert.strictEqual(failure(395, "hedgerow:datetime_out_of_range: while executing"), "datetime_out_of_range")
  })

  it("takes no other conversion and no other thrown text for a fault of the data", () => {
    assert.isUndefined(failure(70, "Conversion from UInt8 to Nothing is not supported"))
    assert.isUndefined(failure(395, "hedgerow:something_else"))
    assert.isUndefined(failure(395, "constructor"))
  })

  it("tells limits apart", () => {
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
