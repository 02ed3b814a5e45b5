import { addHotKeyStatements } from "@hedgerow/storage-clickhouse/hotkeys/HotColumns"
import { migrations } from "@hedgerow/storage-clickhouse/migrations/Migrations"
import { setDurability, type Target } from "@hedgerow/storage-clickhouse/schema/CreateTable"
import { tables } from "@hedgerow/storage-clickhouse/schema/Tables"
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const targets: ReadonlyArray<readonly [string, Target]> = [
  ["server", { database: "`hedgerow`", cluster: undefined }],
  ["cluster", { database: "`hedgerow`", cluster: "`meadow`" }]
]

/** Every statement of the schema as one text, for each kind of target; and the file that holds it. */
export const goldenTexts: ReadonlyArray<{ readonly name: string; readonly file: string; readonly text: string }> =
  targets.map(([name, target]) => {
    const statements = [
      ...migrations.flatMap(({ statements }) => statements(target)),
      ...tables.flatMap((table) => setDurability(table, target, { engines: new Map(), isDurable: true })),
      ...addHotKeyStatements({ key: "plan type", fewValues: true }, target)
    ]
    const file = fileURLToPath(new URL(`./${name}.sql`, import.meta.url))
    return { name, file, text: statements.map((statement) => `${statement};\n`).join("\n") }
  })

if (import.meta.main) {
  for (const { file, text } of goldenTexts) writeFileSync(file, text)
}
