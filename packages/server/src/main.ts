#!/usr/bin/env node
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
import { adopt } from "./commands/Adopt.ts"
import { deadLetters } from "./commands/DeadLetters.ts"
import { job } from "./commands/Job.ts"
import { key } from "./commands/Key.ts"
import { migrate } from "./commands/Migrate.ts"
import { move } from "./commands/Move.ts"
import { organization } from "./commands/Organization.ts"
import { project } from "./commands/Project.ts"
import { query } from "./commands/Query.ts"
import { secret } from "./commands/Secret.ts"
import { serve } from "./commands/Serve.ts"
import { user } from "./commands/User.ts"
import { describeStartFailure, isUsageFailure } from "./StartFailure.ts"

const hedgerow = Command.make("hedgerow").pipe(
  Command.withDescription("A product-analytics project API"),
  Command.withSubcommands([
    serve,
    migrate,
    query,
    key,
    secret,
    project,
    organization,
    user,
    job,
    move,
    deadLetters,
    adopt
  ])
)

/** A server is stopped by a signal; a command that is has not done its work. */
const interrupted = process.argv.includes("serve") ? 0 : 130

const codeOf = (exit: Exit.Exit<unknown, unknown>): number => {
  if (Exit.isSuccess(exit)) return 0
  return Cause.hasInterruptsOnly(exit.cause) ? interrupted : 1
}

Command.run(hedgerow, { version }).pipe(
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
