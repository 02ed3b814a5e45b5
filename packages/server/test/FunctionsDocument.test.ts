import { assert, it } from "@effect/vitest"
import { catalogue } from "@hedgerow/core/query/sql/catalogue/Catalogue"
import { examples } from "@hedgerow/core/query/sql/catalogue/Examples"
import { functionsDocument } from "@hedgerow/core/query/sql/catalogue/FunctionsDocument"
import { nativeExamples } from "@hedgerow/core/query/sql/catalogue/NativeEntries"
import { abilities as clickHouse } from "@hedgerow/storage-clickhouse/query/Abilities"
import { abilities as memory } from "@hedgerow/storage-memory/query/Abilities"
import { abilities as postgres } from "@hedgerow/storage-pg/query/Abilities"
import { readFileSync } from "node:fs"

const golden = new URL("../../../docs/sql-functions.md", import.meta.url)

it("docs/sql-functions.md is what the catalogue says (after a wanted change: pnpm run docs)", () => {
  assert.strictEqual(readFileSync(golden, "utf8"), functionsDocument([clickHouse, postgres, memory]))
})

it("every function of the catalogue has an example, and no other", () => {
  assert.deepStrictEqual(
    Object.keys({ ...examples, ...nativeExamples }).toSorted(),
    catalogue.map(({ name }) => name).toSorted()
  )
})

it("engines lack only what the catalogue has", () => {
  const names = new Set(catalogue.map(({ name }) => name))
  for (const { lacks } of [clickHouse, postgres, memory]) {
    for (const name of lacks) assert.isTrue(names.has(name), name)
  }
})
