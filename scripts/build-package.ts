/** Builds the package in the working directory for `pnpm pack`: what its sources give, and nothing left of older ones. */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, rmSync } from "node:fs"
import { ensureConsole } from "./console.ts"
import { ensureGuides } from "./guides.ts"
import { copyPictureFiles } from "./pictures.ts"
import { copyPosthogJs } from "./posthog-js.ts"

const projects = ["tsconfig.src.json", "tsconfig.tools.json"].filter((file) => existsSync(file))
const { status } = spawnSync("tsc", ["-b", ...projects], { stdio: "inherit" })
if (status !== 0) process.exit(1)

const sourceOf = (output: string): string =>
  output
    .replace(/^dist\//, output.startsWith("dist/tools/") ? "" : "src/")
    .replace(/(\.d\.ts|\.js)$/, ".ts")

const outputs = globSync(["dist/**/*.js", "dist/**/*.d.ts"], {
  exclude: ["dist/.test", "dist/bundle", "dist/web", "dist/site", "dist/posthog-js", "dist/picture-files"]
})
for (const output of outputs.filter((file) => !existsSync(sourceOf(file)))) rmSync(output)

if (existsSync("src/scripts/PosthogJs.ts")) {
  copyPosthogJs("dist/posthog-js")
  copyPictureFiles("dist/picture-files")
  ensureGuides()
  ensureConsole()
}
