/** Runs every example to its end; each fails by itself where it does not work. Those of embedding are short. */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"

/** The most lines of an example of embedding: what a reader takes in at a glance. */
const mostLines = 30

/** Modules of examples begin with a capital, programs do not. */
const isProgram = (file: string): boolean => /^[a-z]/.test(basename(file))

const programs = globSync("examples/*/*.ts").filter(isProgram).sort()
const tests = globSync("examples/*/*.test.ts").sort()

const long = programs.filter((file) =>
  file.startsWith("examples/embed/") && readFileSync(file, "utf8").trimEnd().split("\n").length > mostLines
)
for (const file of long) console.error(`${file} has more than ${mostLines} lines`)

const run = (args: ReadonlyArray<string>): boolean => {
  console.log(`== ${args.join(" ")}`)
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status === 0
}

const failed = [...programs.map((file) => [file]), ...tests.map((file) => ["--test", file])].filter((args) =>
  !run(args)
)
for (const args of failed) console.error(`${args.join(" ")} failed`)
process.exitCode = long.length + failed.length === 0 ? 0 : 1
