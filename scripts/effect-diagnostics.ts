/** Runs the Effect language service over the projects of every package and fails when it finds something. */
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"

const projects = readdirSync("packages").flatMap((name) => [
  `packages/${name}/tsconfig.src.json`,
  `packages/${name}/tsconfig.test.json`
])

let failed = false
for (const project of projects) {
  const run = spawnSync("effect-tsgo", ["diagnostics", "--project", project, "--strict", "--format", "text"], {
    encoding: "utf8"
  })
  if (run.status !== 0) {
    failed = true
    console.error(run.stdout + run.stderr)
  }
}
process.exitCode = failed ? 1 : 0
