/** Writes the documents that are made from the code: docs/openapi.json and docs/errors.md. */
import { errorsDocument } from "@hedgerow/http/errors/ErrorsDocument"
import { openApiDocument } from "@hedgerow/http/OpenApiDocument"
import { writeFileSync } from "node:fs"

const write = (name: string, text: string): void => writeFileSync(new URL(`../docs/${name}`, import.meta.url), text)

write("openapi.json", `${JSON.stringify(openApiDocument(), null, 2)}\n`)
write("errors.md", errorsDocument())
