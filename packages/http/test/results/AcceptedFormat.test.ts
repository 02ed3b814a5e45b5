import { assert, describe, it } from "@effect/vitest"
import { acceptedFormat, ofQueries, type ResultFormat } from "@hedgerow/http/results/AcceptedFormat"

const cases: ReadonlyArray<readonly [accept: string | undefined, format: ResultFormat]> = [
  [undefined, "json"],
  ["", "json"],
  ["*/*", "json"],
  ["application/*", "json"],
  ["text/html", "json"],
  ["application/json", "json"],
  ["application/x-ndjson", "ndjson"],
  ["Application/X-NDJSON; charset=utf-8", "ndjson"],
  ["text/csv", "csv"],
  ["application/vnd.apache.parquet", "parquet"],
  ["text/*", "csv"],
  ["text/csv; header=absent", "json"],
  ["application/json, text/csv", "json"],
  ["text/csv, application/json", "csv"],
  ["application/json;q=0.5, text/csv", "csv"],
  ["text/csv;q=0.1, application/x-ndjson;q=0.2, */*;q=0.05", "ndjson"],
  ["*/*, text/csv", "csv"],
  ["text/csv;q=0, */*", "json"],
  ["text/csv;q=0", "json"],
  ["application/json, text/plain, */*", "json"],
  ["text/csv;q=nonsense", "json"],
  ["image/svg+xml", "json"],
  [`${"text/x,".repeat(2_000)}text/csv`, "json"]
]

const drawn: ReadonlyArray<readonly [accept: string, format: ResultFormat]> = [
  ["image/svg+xml", "svg"],
  ["image/*", "svg"],
  ["image/avif,image/svg+xml,image/*,*/*;q=0.8", "svg"],
  ["*/*", "json"],
  ["text/csv, image/svg+xml;q=0.5", "csv"],
  ["image/svg+xml;q=0", "json"]
]

describe("the form that a client asks for", () => {
  for (const [accept, format] of cases) {
    it(`${(accept ?? "(none)").slice(0, 60)}: ${format}`, () => assert.strictEqual(acceptedFormat(accept), format))
  }
  for (const [accept, format] of drawn) {
    it(`of a query, ${accept}: ${format}`, () => assert.strictEqual(acceptedFormat(accept, ofQueries), format))
  }
})
