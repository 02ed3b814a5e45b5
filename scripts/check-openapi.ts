/** Lints docs/openapi.json by the rules of redocly.yaml and fails when there is any finding. */
import { formatProblems, getTotals, lint, loadConfig } from "@redocly/openapi-core"
import { fileURLToPath } from "node:url"

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const config = await loadConfig({ configPath: pathOf("redocly.yaml") })
const problems = (await lint({ ref: pathOf("docs/openapi.json"), config })).filter(({ ignored }) => ignored !== true)

if (problems.length > 0) formatProblems(problems, { totals: getTotals(problems), version: "" })
process.exitCode = problems.length === 0 ? 0 : 1
