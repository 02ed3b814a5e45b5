import { Effect } from "effect"
import { spawn } from "node:child_process"

/** Runs a program of Node in a folder, from start to end. */
export const runNode = (cwd: string, args: ReadonlyArray<string>) =>
  Effect.callback<{ readonly code: number; readonly output: string }>((resume) => {
    const started = spawn(process.execPath, args, { cwd, stdio: ["ignore", "pipe", "pipe"] })
    const chunks: Array<string> = []
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => void chunks.push(chunk))
    }
    started.on("close", (code) => resume(Effect.succeed({ code: code ?? 1, output: chunks.join("") })))
    return Effect.sync(() => started.kill())
  })
