/** Lints docs/openapi.json by redocly (redocly.yaml) and by spectral, and fails when either has a finding. */
import { recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { formatProblems, getTotals, lint, loadConfig } from "@redocly/openapi-core"
import spectralCore, { type RulesetDefinition } from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url))

const config = await loadConfig({ configPath: pathOf("redocly.yaml") })
const problems = (await lint({ ref: pathOf("docs/openapi.json"), config })).filter(({ ignored }) => ignored !== true)
if (problems.length > 0) formatProblems(problems, { totals: getTotals(problems), version: "" })

const spectral = new spectralCore.Spectral()
spectral.setRuleset({
  // Its own declaration lacks a field that this type asks for.
  extends: [[rulesets.oas as object as RulesetDefinition, "recommended"]],
  rules: {
    // Whoever runs a server answers for it; the document names nobody.
    "info-contact": "off",
    // Paths end in a slash, and work with and without it.
    "path-keys-no-trailing-slash": "off"
  }
})
const findings = await spectral.run(recordOrEmpty(JSON.parse(readFileSync(pathOf("docs/openapi.json"), "utf8"))))
for (const { code, message, path } of findings) console.error(`${code}: ${message} (${path.join("/")})`)

process.exitCode = problems.length + findings.length === 0 ? 0 : 1
