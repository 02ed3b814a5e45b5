import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type EventField, eventFields, type Mapping } from "../transfer/import/EventOfRow.ts"
import { importEvents, type ImportRequest, type ImportSummary } from "../transfer/import/ImportEvents.ts"
import { type ImportTarget, serverTarget, storageTarget } from "../transfer/import/ImportTarget.ts"
import { importFormats } from "../transfer/import/ReadRows.ts"
import { duration, progressText, whole } from "../transfer/Progress.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { oneProject } from "./FindProject.ts"
import { posthog } from "./ImportPosthog.ts"
import { onData } from "./OnData.ts"
import { json, print } from "./Printing.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const BatchSize = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 20_000 }))

const flags = {
  files: Argument.String("file").pipe(
    Argument.variadic({ min: 1 }),
    Argument.withDescription("Files, http(s) addresses, or - for the input; packed with gzip, zstd or brotli or not")
  ),
  project: oneProject,
  host: Flag.String("host").pipe(
    Flag.optional,
    Flag.withDescription("The address of a running server to send to, instead of the configured storage")
  ),
  token: Flag.String("token").pipe(Flag.optional, Flag.withDescription("With --host: the project's token, phc_…")),
  format: Flag.Literals("format", importFormats).pipe(
    Flag.optional,
    Flag.withDescription("The form of the files; told from their names and first bytes unless said")
  ),
  map: Flag.String("map").pipe(
    Flag.between(0, 1_000),
    Flag.withDescription("A column by another name: FIELD=COLUMN, or properties.NAME=COLUMN; may be repeated")
  ),
  event: Flag.String("event").pipe(Flag.optional, Flag.withDescription("The name of events whose rows have none")),
  delimiter: Flag.String("delimiter").pipe(
    Flag.withDefault(","),
    Flag.withDescription("What is between values of CSV")
  ),
  text: Flag.Boolean("text").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Take every value of CSV as a text, numbers and booleans too")
  ),
  rejects: Flag.String("rejects").pipe(
    Flag.withDefault("hedgerow-import-rejects.ndjson"),
    Flag.withDescription("The file for rows that cannot be taken, with the reason")
  ),
  state: Flag.String("state").pipe(
    Flag.withDefault("hedgerow-import-state.json"),
    Flag.withDescription("The file from which a stopped import goes on; removed at its end")
  ),
  batchSize: Flag.Int("batch-size").pipe(
    Flag.withSchema(BatchSize),
    Flag.withDefault(5_000),
    Flag.withDescription("Rows of one request, 20,000 at most")
  ),
  json
}

const isField = (name: string): name is EventField => (eventFields as ReadonlyArray<string>).includes(name)

const prefix = "properties."

/** `--map` in words of the mapping, or what is wrong with it. */
const mappingOf = Effect.fnUntraced(function*(texts: ReadonlyArray<string>, event: string | undefined) {
  const fields = new Map<EventField, string>()
  const properties = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf("=")
    const [name, column] = [text.slice(0, at), text.slice(at + 1)]
    if (at < 1 || column === "") return yield* new CommandRefused({ message: `--map ${text}: write FIELD=COLUMN.` })
    if (isField(name)) fields.set(name, column)
    else if (name.startsWith(prefix)) properties.set(name.slice(prefix.length), column)
    else {
      const known = [...eventFields, "properties.NAME"].join(", ")
      return yield* new CommandRefused({ message: `--map ${text}: ${name} is no field. The fields are ${known}.` })
    }
  }
  const mapping: Mapping = { fields, properties, event }
  return mapping
})

const words = ({ rejected, sources, taken }: ImportSummary, target: string, millis: number, path: string): string => {
  const from = sources === 1 ? "one source" : `${sources} sources`
  const done = `${whole(taken)} events of ${from} are in ${target}, after ${duration(millis)}.`
  return rejected === 0
    ? done
    : `${done}\n${whole(rejected)} rows could not be taken: ${path} has them, with the reasons.`
}

const run = Effect.fnUntraced(function*(target: ImportTarget, request: ImportRequest, isJson: boolean) {
  const line = yield* makeProgressLine
  const begun = yield* Clock.currentTimeMillis
  const summary = yield* importEvents(
    target,
    request,
    ({ done, rows, rowsOfRun, source }) =>
      Effect.flatMap(
        Clock.currentTimeMillis,
        (now) =>
          isJson ? Effect.void : line.show(progressText({ label: source, done, rows, rowsOfRun, millis: now - begun }))
      )
  )
  const millis = (yield* Clock.currentTimeMillis) - begun
  const records = { ...summary, target: target.name, rejects: summary.rejected === 0 ? null : request.rejectsPath }
  if (isJson) return yield* print(true, records, "")
  yield* line.end(words(summary, target.name, millis, request.rejectsPath))
})

const events = Command.make(
  "events",
  flags,
  Effect.fn("hedgerow.import.events")(function*(given) {
    const mapping = yield* mappingOf(given.map, Option.getOrUndefined(given.event))
    const request: ImportRequest = {
      sources: given.files,
      reading: {
        format: Option.getOrUndefined(given.format),
        csv: { delimiter: given.delimiter === "\\t" ? "\t" : given.delimiter, isText: given.text }
      },
      mapping,
      bounds: { events: given.batchSize, chars: 4 * 1024 * 1024 },
      rejectsPath: given.rejects,
      statePath: given.state
    }
    if (Option.isSome(given.host)) {
      if (Option.isNone(given.token)) return yield* new CommandRefused({ message: "--host needs --token." })
      return yield* run(yield* serverTarget(given.host.value, given.token.value), request, given.json)
    }
    yield* onData(
      given.project,
      (project) => Effect.flatMap(storageTarget(project), (target) => run(target, request, given.json))
    )
  })
).pipe(Command.withDescription("Import events from NDJSON, CSV or Parquet; may be stopped and run again"))

/** `hedgerow import events`. */
export const importing = Command.make("import").pipe(
  Command.withDescription("Bring data in"),
  Command.withSubcommands([events, posthog])
)
