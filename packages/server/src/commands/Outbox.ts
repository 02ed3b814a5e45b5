import { Outbox } from "@hedgerow/core/outbox/Outbox"
import type { ConsumerFailure, ConsumerStatus } from "@hedgerow/core/outbox/OutboxConsumerRepository"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storageWithoutEvents } from "../storage/Storage.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { json, print, timeCell } from "./Printing.ts"

/** Runs a command's work on the configured storage; no consumer runs here. */
const onStorage = Effect.fnUntraced(function*<A, E>(work: Effect.Effect<A, E, Outbox>) {
  const config = yield* readSettings
  const services = Outbox.layer.pipe(Layer.provide(storageWithoutEvents(config, "attach")))
  return yield* work.pipe(Effect.provide(services), withLogging(config))
})

const columns = ["consumer", "topics", "rows behind", "projects behind", "seen", "failing project", "attempts", "error"]

const failureRecord = ({ attempts, error, position, project, retryAt }: ConsumerFailure) => ({
  project_id: project,
  position,
  attempts,
  error,
  retry_at: DateTime.formatIso(retryAt)
})

const recordOf = ({ consumer, failures, lag, projectsBehind, seenAt, topics }: ConsumerStatus) => ({
  consumer,
  topics,
  lag,
  projects_behind: projectsBehind,
  seen_at: DateTime.formatIso(seenAt),
  failures: failures.map(failureRecord)
})

/** A line for each project in which the consumer fails, one line at least. */
const rowsOf = ({ consumer, failures, lag, projectsBehind, seenAt, topics }: ConsumerStatus) => {
  const own = [consumer, topics.join(", "), lag, projectsBehind, timeCell(seenAt)]
  return failures.length === 0
    ? [[...own, null, null, null]]
    : failures.map(({ attempts, error, project }) => [...own, project, attempts, error])
}

const list = Command.make(
  "list",
  { json },
  Effect.fn("hedgerow.outbox.list")(function*({ json }) {
    const consumers = yield* onStorage(Effect.flatMap(Outbox, ({ status }) => status))
    yield* print(json, consumers.map(recordOf), { columns, results: consumers.flatMap(rowsOf) })
  })
).pipe(Command.withDescription("List the consumers of the outbox: how far each is behind, and where it fails"))

const forget = Command.make(
  "forget",
  { consumer: Argument.String("consumer").pipe(Argument.withDescription("The consumer's name")) },
  Effect.fn("hedgerow.outbox.forget")(function*({ consumer }) {
    const isKnown = yield* onStorage(Effect.flatMap(Outbox, (outbox) => outbox.forget(consumer)))
    if (!isKnown) return yield* new CommandRefused({ message: `There is no consumer ${consumer}.` })
    yield* Console.log(`The consumer ${consumer} is forgotten.`)
  })
).pipe(Command.withDescription("Forget a consumer whose code is gone, so that no row waits for it"))

/** `hedgerow outbox list|forget`: the consumers that follow changes. */
export const outbox = Command.make("outbox").pipe(
  Command.withDescription("Look at the outbox"),
  Command.withSubcommands([list, forget])
)
