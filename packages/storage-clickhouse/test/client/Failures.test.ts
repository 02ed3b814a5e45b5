import { assert, it } from "@effect/vitest"
import { failureInAnswer } from "@hedgerow/storage-clickhouse/client/Failures"

const refusal =
  "Code: 60. DB::Exception: Unknown table expression identifier 'x' in scope SELECT 1 FROM x (2). (UNKNOWN_TABLE) (version 26.7.2.1 (official build))\n"

const cases: ReadonlyArray<readonly [answer: string, code: number | undefined, message: string]> = [
  [refusal, 60, "Unknown table expression identifier 'x' in scope SELECT 1 FROM x (2)."],
  [
    `Code: 60. DB::Exception: There was an error on [host:9000]: ${refusal.trim()}. (UNKNOWN_TABLE) (version 26.7)`,
    60,
    "Unknown table expression identifier 'x' in scope SELECT 1 FROM x (2)."
  ],
  [
    "Code: 202. DB::Exception: Too many simultaneous queries. (TOO_MANY_SIMULTANEOUS_QUERIES) (version 26.7)",
    undefined,
    "ClickHouse cannot be reached: Too many simultaneous queries."
  ],
  ["<html>502 Bad Gateway</html>", undefined, "ClickHouse cannot be reached: <html>502 Bad Gateway</html>"],
  ["", undefined, "ClickHouse cannot be reached: "]
]

it.each(cases)("%s", (answer, code, message) => {
  const failure = failureInAnswer(answer)
  assert.strictEqual(failure._tag === "ClickHouseError" ? failure.code : undefined, code)
  assert.strictEqual(failure.message, message)
})
