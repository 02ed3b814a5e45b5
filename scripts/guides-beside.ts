/** Brings the guides up to date beside a server that runs from the repository, without keeping it waiting. */
import { spawn } from "node:child_process"
import { setPriority } from "node:os"
import { fileURLToPath } from "node:url"

const build = spawn(process.execPath, [fileURLToPath(new URL("build-guides.ts", import.meta.url))], {
  stdio: ["ignore", "ignore", "inherit"]
})
if (build.pid !== undefined) setPriority(build.pid, 10)
build.unref()
process.once("exit", () => build.kill())
