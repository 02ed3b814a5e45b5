import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { codeOf, program } from "./Program.ts"

const args = process.argv.slice(2)

program(args).pipe(
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(codeOf(args, exit))
  })
)
