import * as NodeServices from "@effect/platform-node/NodeServices"
import { redact } from "@hedgerow/core/shared/Redaction"
import { version } from "@hedgerow/core/Version"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { serve } from "./commands/Serve.ts"
import { describeStartFailure, isUsageFailure } from "./serving/StartFailure.ts"

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
      all.outbox,
      all.move,
      all.deadLetters,
      all.data,
      all.person,
      all.backup,
      all.restore,
      all.adopt,
      all.importing,
      all.demo,
      all.exporting
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
  "outbox",
  "move",
  "dead-letters",
  "data",
  "person",
  "backup",
  "restore",
  "adopt",
  "import",
  "demo",
  "export"
])

/** Options may stand before the command, and names of commands may stand behind it. */
const isServer = (args: ReadonlyArray<string>): boolean => args.find((word) => commands.has(word)) === "serve"

/** A server loads none of the other commands. */
const runCommand = (args: ReadonlyArray<string>) =>
  isServer(args)
    ? Command.runWith(hedgerow.pipe(Command.withSubcommands([serve])), { version })(args)
    : Effect.flatMap(everyCommand, (command) => Command.runWith(command, { version })(args))

/** A command that failed, after its reasons were printed. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly cause: unknown }> {}

/** The command was interrupted by a part of itself, which is a fault that nobody has described. */
class StoppedByItself extends Data.TaggedError("StoppedByItself")<{ readonly cause: Cause.Cause<unknown> }> {
  override get message(): string {
    return `the command stopped by itself, for a reason that it does not know. Start it with HEDGEROW_LOG_LEVEL=Debug, `
      + `and report what it says:\n${Cause.pretty(this.cause)}`
  }
}

/** A signal interrupts the command's own fiber, in its own name; any other interruption is a failure. */
export const failingUnlessSignalled = <A, E, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StoppedByItself, R> =>
  Effect.flatMap(
    Effect.fiberId,
    (own) =>
      Effect.catchCause(
        effect,
        (cause): Effect.Effect<never, E | StoppedByItself> =>
          Cause.hasInterruptsOnly(cause) && !Cause.interruptors(cause).has(own)
            ? Effect.fail(new StoppedByItself({ cause }))
            : Effect.failCause(cause)
      )
  )

/** Runs the command line with these arguments; the reasons for a failure are printed in words for people. */
export const program = (args: ReadonlyArray<string>): Effect.Effect<void, CommandFailed> =>
  runCommand(args).pipe(
    failingUnlessSignalled,
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause) || isUsageFailure(cause)
        ? Effect.void
        : Effect.flatMap(
          describeStartFailure(cause),
          Effect.forEach((words) => Console.error(redact(`hedgerow: ${words}`)), { discard: true })
        )
    ),
    Effect.mapError((cause) => new CommandFailed({ cause })),
    Effect.provide(NodeServices.layer)
  )

/** The exit code. A server is stopped by a signal; a command that is has not done its work. */
export const codeOf = (args: ReadonlyArray<string>, exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  return Cause.hasInterruptsOnly(exit.cause) ? (isServer(args) ? 0 : 130) : 1
}
