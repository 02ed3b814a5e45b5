import { assert, describe, it } from "@effect/vitest"
import { copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { eventRowColumns } from "@hedgerow/storage-clickhouse/events/EventRows"
import { copyColumns } from "@hedgerow/storage-clickhouse/replication/CopyRows"
import { eventColumnNames, events } from "@hedgerow/storage-clickhouse/schema/EventTables"
import { tables } from "@hedgerow/storage-clickhouse/schema/Tables"
import { readFileSync } from "node:fs"
import { goldenTexts } from "./golden.ts"

describe("the statements of the schema (after a wanted change: node packages/storage-clickhouse/test/schema/golden.ts)", () => {
  it.each(goldenTexts)("for a $name are the golden ones", ({ file, text }) => {
    assert.strictEqual(text, readFileSync(file, "utf8"))
  })
})

describe("rows", () => {
  it("of events have the table's columns", () => {
    assert.deepStrictEqual(eventRowColumns.filter((name) => !name.endsWith("cells")), eventColumnNames)
    const names = new Set(events.columns.map(({ name }) => name))
    assert.isTrue(eventRowColumns.every((name) => names.has(name)))
  })

  it.each(copyTopics)("of %s have all columns that the table stores", (topic) => {
    const columns = tables.find(({ name }) => name === topic)?.columns ?? []
    const written = columns.filter(({ rest }) => rest?.startsWith("DEFAULT") !== true).map(({ name }) => name)
    assert.deepStrictEqual(copyColumns(topic).toSorted(), written.toSorted())
  })
})
