import {
  eventSource,
  type ExportSource,
  makeReader,
  personSource,
  querySource
} from "@hedgerow/core/exports/ExportSource"
import { fileFormats } from "@hedgerow/core/files/MediaTypes"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { faultOf } from "../terminal/StatementFault.ts"
import { type ExportRequest, exportRows } from "../transfer/export/ExportRows.ts"
import { duration, progressText, whole } from "../transfer/Progress.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { oneProject } from "./FindProject.ts"
import { onData } from "./OnData.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const RowsOfFile = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10_000_000 }))

const flags = {
  project: oneProject,
  to: Flag.String("to").pipe(Flag.withDescription("The folder for the files and their list, manifest.json")),
  format: Flag.Literals("format", fileFormats).pipe(
    Flag.withDefault("ndjson" as const),
    Flag.withDescription("The form of the files")
  ),
  rows: Flag.Int("rows-per-file").pipe(
    Flag.withSchema(RowsOfFile),
    Flag.withDefault(100_000),
    Flag.withDescription("The most rows of a file")
  )
}

interface Given {
  readonly project: ProjectId
  readonly to: string
  readonly format: ExportRequest["format"]
  readonly rows: number
}

type Reader = Effect.Success<ReturnType<typeof makeReader>>

const run = Effect.fnUntraced(
  function*({ format, project: id, rows, to }: Given, sourceOf: (read: Reader) => ExportSource) {
    yield* onData(id, (project) =>
      Effect.gen(function*() {
        const source = sourceOf(yield* makeReader(project))
        const line = yield* makeProgressLine
        const begun = yield* Clock.currentTimeMillis
        const request: ExportRequest = { project, folder: to, format, rowsOfFile: rows }
        const done = yield* exportRows(
          source,
          request,
          (rows) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              line.show(
                progressText({ label: source.stem, done: undefined, rows, rowsOfRun: rows, millis: now - begun })
              ))
        ).pipe(
          Effect.catchTag(
            "ReadFailed",
            ({ failure, query }) => Effect.fail(faultOf(typeof query === "string" ? query : "", failure))
          )
        )
        const millis = (yield* Clock.currentTimeMillis) - begun
        yield* line.end(
          `${whole(done.rows)} rows are in ${whole(done.files.length)} files of ${to}, after ${duration(millis)}.`
        )
      }))
  }
)

const time = (name: string, words: string) => Flag.String(name).pipe(Flag.optional, Flag.withDescription(words))

const checkedTime = (name: string, text: Option.Option<string>) => {
  const given = Option.getOrUndefined(text)
  return given === undefined || !Number.isNaN(Date.parse(given))
    ? Effect.succeed(given === undefined ? undefined : new Date(given).toISOString())
    : Effect.fail(new CommandRefused({ message: `--${name} ${given} is not a time, such as 2026-01-31.` }))
}

const events = Command.make(
  "events",
  {
    ...flags,
    from: time("from", "Only events of this time or later, such as 2026-01-31"),
    until: time("until", "Only events before this time")
  },
  Effect.fn("hedgerow.export.events")(function*(given) {
    const span = { from: yield* checkedTime("from", given.from), until: yield* checkedTime("until", given.until) }
    yield* run(given, (read) => eventSource(read, span))
  })
).pipe(Command.withDescription("Write events to files, in the order of their times"))

const persons = Command.make(
  "persons",
  flags,
  Effect.fn("hedgerow.export.persons")(function*(given) {
    yield* run(given, personSource)
  })
).pipe(Command.withDescription("Write persons with their distinct ids to files"))

const query = Command.make(
  "query",
  { sql: Argument.String("sql").pipe(Argument.withDescription("The SELECT whose rows are written")), ...flags },
  Effect.fn("hedgerow.export.query")(function*({ sql, ...given }) {
    yield* run(given, (read) => querySource(read, sql))
  })
).pipe(Command.withDescription("Write the rows of a query to files"))

/** `hedgerow export events|persons|query`. */
export const exporting = Command.make("export").pipe(
  Command.withDescription("Take data out"),
  Command.withSubcommands([events, persons, query])
)
