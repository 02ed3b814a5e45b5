import { assert, it } from "@effect/vitest"
import { projectExamples as own, projectFunctions as catalogue } from "@hedgerow/core/query/functions/ProjectFunctions"
import { examples } from "@hedgerow/sql/catalogue/Examples"
import { functionsDocument } from "@hedgerow/sql/catalogue/FunctionsDocument"
import { nativeExamples } from "@hedgerow/sql/catalogue/NativeEntries"
import { referenceNames } from "@hedgerow/sql/catalogue/ReferenceNames"
import { nativeNames, nowhere } from "@hedgerow/sql/catalogue/Tiers"
import { abilities as clickHouse } from "@hedgerow/storage-clickhouse/query/Abilities"
import { abilities as memory } from "@hedgerow/storage-memory/query/Abilities"
import { abilities as postgres } from "@hedgerow/storage-pg/query/Abilities"
import { readFileSync } from "node:fs"

const golden = new URL("../../../docs/sql-functions.md", import.meta.url)

it("docs/sql-functions.md is made from the catalogue (after a wanted change: pnpm run docs)", () => {
  assert.strictEqual(
    readFileSync(golden, "utf8"),
    functionsDocument({ catalogue, examples: own, engines: [clickHouse, postgres, memory] })
  )
})

it("every function of the catalogue has an example, and no other", () => {
  assert.deepStrictEqual(
    Object.keys({ ...examples, ...nativeExamples, ...own }).toSorted(),
    catalogue.rows.map(({ name }) => name).toSorted()
  )
})

it("every name of the reference dialect is everywhere, only in ClickHouse, or nowhere with a reason", () => {
  const names = Object.values(referenceNames).flatMap((text) => text.split(" "))
  const known = names.filter((name) => catalogue.nameOf(name) !== undefined)
  const open = names.filter((name) => catalogue.nameOf(name) === undefined && !Object.hasOwn(nowhere, name))
  assert.deepStrictEqual(open, [])
  assert.isAtLeast(known.filter((name) => !nativeNames.has(name)).length, 670)
  assert.deepStrictEqual(names.filter((name) => Object.hasOwn(nowhere, name) && known.includes(name)), [])
})

it("engines lack only functions of the catalogue", () => {
  const names = new Set(catalogue.rows.map(({ name }) => name))
  for (const { lacks } of [clickHouse, postgres, memory]) {
    for (const name of lacks) assert.isTrue(names.has(name), name)
  }
})
