import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { codeOf, program } from "./Program.ts"

const given = process.argv.slice(2)

/** The program without arguments is the server. */
const args = given.length === 0 ? ["serve"] : given

program(args).pipe(
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(codeOf(args, exit))
  })
)
