import { Effect, Schema } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runNode } from "../support/RunNode.ts"
import { root } from "../support/WorkingCopy.ts"
import type { MutatedArea } from "./MutatedAreas.ts"
import { sampledLines } from "./SampledLines.ts"

const stryker = join(root, "packages/testing/node_modules/@stryker-mutator/core/bin/stryker.js")

const Report = Schema.fromJsonString(Schema.Struct({
  files: Schema.Record(
    Schema.String,
    Schema.Struct({
      mutants: Schema.Array(Schema.Struct({
        status: Schema.String,
        mutatorName: Schema.String,
        replacement: Schema.optionalKey(Schema.String),
        location: Schema.Struct({ start: Schema.Struct({ line: Schema.Int, column: Schema.Int }) })
      }))
    })
  )
}))

/** The mutants of an area that were tried, and those that no test noticed. */
export interface Mutated {
  readonly tried: number
  readonly survivors: ReadonlyArray<string>
}

const mutatedOf = (report: typeof Report.Type): Mutated => {
  const tried = Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants.filter(({ status }) => status !== "Ignored").map((mutant) => ({ mutant, file }))
  )
  const survivors = tried.filter(({ mutant: { status } }) => status === "Survived" || status === "NoCoverage")
  return {
    tried: tried.length,
    survivors: survivors.map(({ file, mutant: { location, mutatorName, replacement = "", status } }) =>
      `${file}:${location.start.line}:${location.start.column} ${status} ${mutatorName} ${replacement}`
    )
  }
}

/**
 * Mutants outside functions are left out: they are made when a module loads, and modules are loaded once. The files of
 * a worker share modules, as in every test run.
 */
const settingsOf = (mutate: ReadonlyArray<string>) => ({
  testRunner: "vitest",
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  vitest: { configFile: "vitest.config.js", related: false },
  mutate,
  inPlace: true,
  ignoreStatic: true,
  coverageAnalysis: "perTest",
  concurrency: 2,
  reporters: ["json"],
  jsonReporter: { fileName: "report.json" }
})

const vitestSettings = (tests: ReadonlyArray<string>): string =>
  `export default { test: ${JSON.stringify({ isolate: false, include: tests, testTimeout: 300_000 })} }`

/** Changes sampled lines of an area one after the other and runs the tests that reach them. */
export const mutateArea = Effect.fnUntraced(function*(copy: string, area: MutatedArea, seed: number) {
  writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(settingsOf(sampledLines(root, area, seed))))
  writeFileSync(join(copy, "vitest.config.js"), vitestSettings(area.tests))
  const { code, output } = yield* runNode(copy, [stryker, "run", "stryker.config.json"])
  if (code !== 0) return yield* Effect.die(`The mutation run of ${area.name} ended with ${code}: ${output}`)
  return mutatedOf(Schema.decodeSync(Report)(readFileSync(join(copy, "report.json"), "utf8")))
})
