#!/usr/bin/env node
import "effect/schema/SchemaJITCompiler/enable"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { migrate } from "./commands/Migrate.ts"
import { query } from "./commands/Query.ts"
import { serve } from "./commands/Serve.ts"
import { describeStartFailure, isUsageFailure } from "./StartFailure.ts"

const hedgerow = Command.make("hedgerow").pipe(
  Command.withDescription("A product-analytics project API"),
  Command.withSubcommands([serve, migrate, query])
)

Command.run(hedgerow, { version: "0.1.0" }).pipe(
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause) || isUsageFailure(cause)
      ? Effect.void
      : Console.error(`hedgerow: ${describeStartFailure(cause)}`)
  ),
  Effect.provide(NodeServices.layer),
  NodeRuntime.runMain({
    disableErrorReporting: true,
    teardown: (exit, onExit) => onExit(Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1)
  })
)
