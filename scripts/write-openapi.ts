import { openApiDocument } from "@hedgerow/http/OpenApiDocument"
import { writeFileSync } from "node:fs"

const target = new URL("../docs/openapi.json", import.meta.url)

writeFileSync(target, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
