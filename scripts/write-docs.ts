/**
 * Writes what is made from the code: docs/openapi.json, docs/errors.md, docs/sql-functions.md, the pictures in docs/charts,
 * and the parts of @hedgerow/client that follow the contract.
 */
import { drawSvg } from "@hedgerow/charts"
import { exampleCharts } from "@hedgerow/charts/documents/ExampleCharts"
import { projectExamples, projectFunctions } from "@hedgerow/core/query/functions/ProjectFunctions"
import { errorsDocument } from "@hedgerow/http/documents/ErrorsDocument"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { functionsDocument } from "@hedgerow/sql/catalogue/FunctionsDocument"
import { abilities as clickHouse } from "@hedgerow/storage-clickhouse/query/Abilities"
import { abilities as memory } from "@hedgerow/storage-memory/query/Abilities"
import { abilities as postgres } from "@hedgerow/storage-pg/query/Abilities"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import { clientSources } from "./client/ClientSources.ts"

const write = (name: string, text: string): void => writeFileSync(new URL(`../${name}`, import.meta.url), text)

write("docs/openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`)
for (const [name, text] of Object.entries(await clientSources(openApiDocument()))) write(name, text)
write("docs/errors.md", errorsDocument())
write(
  "docs/sql-functions.md",
  functionsDocument({
    catalogue: projectFunctions,
    examples: projectExamples,
    engines: [clickHouse, postgres, memory]
  })
)

for (const [name, chart] of Object.entries(exampleCharts)) {
  write(`docs/charts/${name}.svg`, `${await Effect.runPromise(drawSvg(chart, name))}\n`)
}
