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

/** The commands of examples of other runtimes than Node. */
const runtimes: Readonly<Record<string, ReadonlyArray<string>>> = {
  "bun.ts": ["runtimes/node_modules/.bin/bun", "run"],
  "worker.ts": [process.execPath, "runtimes/run-worker.mjs"],
  "deno.ts": ["runtimes/node_modules/.bin/deno", "run", "--allow-all"]
}

const commandOf = (file: string): ReadonlyArray<string> => [...(runtimes[basename(file)] ?? [process.execPath]), file]

const run = ([command = "", ...args]: ReadonlyArray<string>): boolean => {
  console.log(`== ${basename(command)} ${args.join(" ")}`)
  return spawnSync(command, args, { stdio: "inherit" }).status === 0
}

const commands = [...programs.map(commandOf), ...tests.map((file) => [process.execPath, "--test", file])]
const failed = commands.filter((command) => !run(command))
for (const command of failed) console.error(`${command.join(" ")} failed`)
process.exitCode = long.length + failed.length === 0 ? 0 : 1
