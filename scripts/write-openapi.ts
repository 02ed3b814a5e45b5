import { writeFileSync } from "node:fs"
import { openApiDocument } from "../packages/http/src/OpenApiDocument.ts"

const target = new URL("../docs/openapi.json", import.meta.url)

writeFileSync(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
