import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { redact } from "@hedgerow/core/shared/Redaction"
import { version } from "@hedgerow/core/Version"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { serve } from "./commands/Serve.ts"
import { describeStartFailure, isUsageFailure } from "./StartFailure.ts"

const hedgerow = Command.make("hedgerow").pipe(Command.withDescription("A product-analytics project API"))

const everyCommand = Effect.map(
  Effect.promise(() => import("./commands/All.ts")),
  (all) =>
    hedgerow.pipe(Command.withSubcommands([
      serve,
      all.migrate,
      all.query,
      all.key,
      all.secret,
      all.project,
      all.organization,
      all.user,
      all.job,
      all.move,
      all.deadLetters,
      all.adopt
    ]))
)

const commands: ReadonlySet<string> = new Set([
  "serve",
  "migrate",
  "query",
  "key",
  "secret",
  "project",
  "organization",
  "user",
  "job",
  "move",
  "dead-letters",
  "adopt"
])

/** Options may stand before the command, and names of commands may stand behind it. */
const isServer = process.argv.slice(2).find((word) => commands.has(word)) === "serve"

/** Runs the command line; a server loads none of the other commands. */
const runCommand = isServer
  ? Command.run(hedgerow.pipe(Command.withSubcommands([serve])), { version })
  : Effect.flatMap(everyCommand, (command) => Command.run(command, { version }))

/** A server is stopped by a signal; a command that is has not done its work. */
const interrupted = isServer ? 0 : 130

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  return Cause.hasInterruptsOnly(exit.cause) ? interrupted : 1
}

runCommand.pipe(
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) || isUsageFailure(cause)
      ? Effect.void
      : Effect.flatMap(
        describeStartFailure(cause),
        Effect.forEach((words) => Console.error(redact(`hedgerow: ${words}`)), { discard: true })
      )
  ),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(codeOf(exit))
  })
)
