import { assert, describe, it } from "@effect/vitest"
import { queryFailure } from "@hedgerow/storage-pg/query/QueryFailures"
import { SqlError, UnknownError } from "effect/sql/SqlError"

const failure = (code: string, message = "refused"): string | undefined => {
  const cause = Object.assign(new Error(message), { code })
  const found = queryFailure(new SqlError({ reason: new UnknownError({ cause, message }) }), 50)
  if (found?._tag === "QueryTooLarge" && found.limit !== "memory") return found.limit
  return found?._tag === "QueryRuntimeError" ? found.code : found?._tag
}

describe("queryFailure", () => {
  it("distinguishes a limit from a cancellation", () => {
    assert.strictEqual(failure("57014", "canceling statement due to statement timeout"), "QueryTimedOut")
    assert.isUndefined(failure("57014", "canceling statement due to user request"))
  })

  it("knows a value that is too large for PostgreSQL", () => {
    assert.strictEqual(failure("54000", "total size of jsonb array elements exceeds the maximum"), "cell")
    assert.strictEqual(failure("XX000", "invalid memory alloc request size 1073741824"), "cell")
  })

  it("distinguishes a lack of memory from a lack of connections", () => {
    assert.strictEqual(failure("53200", "out of memory"), "QueryTooLarge")
    assert.strictEqual(failure("53100", "could not write block"), "QueryTooLarge")
    assert.strictEqual(failure("54001", "stack depth limit exceeded"), "QueryTooLarge")
    assert.strictEqual(failure("53300", "too many clients already"), "QueryEngineUnavailable")
    assert.strictEqual(failure("57P01", "terminating connection"), "QueryEngineUnavailable")
    assert.strictEqual(failure("08006"), "QueryEngineUnavailable")
  })

  it("names damaged files as such", () => {
    assert.strictEqual(failure("XX001", "invalid page in block 0 of relation \"base/5/16394\""), "QueryDataDamaged")
    assert.strictEqual(failure("XX002", "index \"events_pkey\" contains unexpected zero page"), "QueryDataDamaged")
    assert.strictEqual(failure("58P01", "could not open file \"base/5/16394\""), "QueryDataDamaged")
  })

  it("takes everything else for a defect", () => {
    for (const code of ["42601", "42703", "22003", "22008", "22012", "22P02", "25006", "XX000", ""]) {
      assert.isUndefined(failure(code), code)
    }
  })
})
