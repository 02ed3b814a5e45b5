import { type Job, JobId } from "@hedgerow/core/jobs/Job"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storageWithoutEvents } from "../storage/Storage.ts"
import { formatTable } from "../terminal/Table.ts"

/** At most this many jobs are listed. */
const maxListed = 1000

const columns = ["id", "project", "kind", "state", "attempts", "run_at", "last_error"]

const rowOf = (job: Job) => [
  job.id,
  job.project_id,
  job.kind,
  job.state,
  `${job.attempts}/${job.max_attempts}`,
  DateTime.formatIso(job.run_at),
  job.last_error
]

/** Runs a command's work on the configured storage; no worker runs here. */
const onStorage = Effect.fnUntraced(function*<A, E>(work: Effect.Effect<A, E, Jobs>) {
  const config = yield* readSettings
  const services = Jobs.layer.pipe(Layer.provide(storageWithoutEvents(config, "attach")))
  return yield* work.pipe(Effect.provide(services), withLogging(config))
})

const list = Command.make(
  "list",
  {
    failed: Flag.Boolean("failed").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Only jobs whose last attempt failed")
    )
  },
  Effect.fn("hedgerow.job.list")(function*({ failed }) {
    const page = yield* onStorage(
      Effect.flatMap(Jobs, (jobs) => jobs.list("all", { failed, limit: maxListed, offset: 0 }))
    )
    const more = page.count - page.items.length
    const warnings = more > 0 ? [`${more} more are not shown`] : []
    yield* Console.log(formatTable({ columns, results: page.items.map(rowOf), hasMore: null, warnings }))
  })
).pipe(Command.withDescription("List background jobs, oldest first"))

const retry = Command.make(
  "retry",
  { id: Argument.String("id").pipe(Argument.withSchema(JobId), Argument.withDescription("The job's id")) },
  Effect.fn("hedgerow.job.retry")(function*({ id }) {
    const due = yield* onStorage(Effect.flatMap(Jobs, (jobs) => jobs.retry("all", id)))
    yield* Console.log(due === id ? `Job ${id} runs again.` : `Job ${due} does the work of ${id}.`)
  })
).pipe(Command.withDescription("Run a failed or waiting job now, with all its attempts"))

/** `hedgerow job list|retry`: background jobs. */
export const job = Command.make("job").pipe(
  Command.withDescription("Look at background jobs"),
  Command.withSubcommands([list, retry])
)
