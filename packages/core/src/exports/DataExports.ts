import { shownText } from "@hedgerow/sql/types/ShownText"
import { Array as Arr, Context, DateTime, Effect, Layer, Option, Stream } from "effect"
import { Changes, type Editing, userOf } from "../entities/Changes.ts"
import { isIn } from "../entities/Where.ts"
import { now as currentTime } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { makeReading } from "../query/PrepareQuery.ts"
import { readFields } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import { DataExport, dataExportEntity, type DataExportId, latestFirst, openStates } from "./DataExport.ts"
import { DataExportRepository } from "./DataExportRepository.ts"
import { type ContentKey, ExportContent, pieceBytes } from "./ExportContent.ts"
import { DataExportNotFound, ExportGone } from "./ExportErrors.ts"
import { exportFault, formatOf, newExportFields } from "./ExportInput.ts"
import { enqueueExport, enqueueRemoval } from "./ExportJob.ts"
import { ExportSettings } from "./ExportSettings.ts"

/** The bytes of a file from one place up to another one, which is not included. */
export interface ByteRange {
  readonly from: number
  readonly to: number
}

const tooMany = (most: number) =>
  InvalidInput.at(
    [],
    "invalid_input",
    `A project makes at most ${most} exports at a time. Wait for one, or remove one.`
  )

const notStreamed = (kind: string) =>
  InvalidInput.at(
    ["export_context", "source", "kind"],
    "invalid_choice",
    `Answers of ${shownText(kind)} are not exported: send SQL or an EventsQuery.`
  )

/** A fault of the query stands in the field that holds it. */
const inSource = (error: InvalidInput): InvalidInput =>
  new InvalidInput({
    issues: Arr.map(error.issues, (issue) => ({
      ...issue,
      path: ["export_context", "source", ...issue.path.slice(1)]
    }))
  })

/** The part of a piece that is in a range. */
const cut = (bytes: Uint8Array, number: number, { from, to }: ByteRange): Uint8Array =>
  bytes.subarray(Math.max(0, from - number * pieceBytes), to - number * pieceBytes)

const piecesOf = (files: ExportContent["Service"], asked: DataExport, range: ByteRange) => {
  const { content, id, project_id } = asked
  if (content === null) return Stream.fail(new ExportGone())
  const key: ContentKey = { project: project_id, export: id, content }
  const numbers = Stream.range(Math.floor(range.from / pieceBytes), Math.ceil(range.to / pieceBytes) - 1)
  return Stream.mapEffect(Stream.rechunk(numbers, 1), (number) =>
    Effect.flatMap(
      files.read(key, number),
      Option.match({
        onNone: () => Effect.fail(new ExportGone()),
        onSome: (bytes) => Effect.succeed(cut(bytes, number, range))
      })
    ))
}

/** Exports of data to files that are kept for a time. Ids stand as in URLs: a text that is none finds nothing. */
export class DataExports extends Context.Service<DataExports, {
  /** The latest first. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<DataExport>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<DataExport, DataExportNotFound>
  /** Has a file made of the rows that `body` asks for. */
  readonly create: (by: Editing, body: unknown) => Effect.Effect<DataExport, InvalidInput>
  /** Removes it with its file; a job that makes the file stops. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, DataExportNotFound>
  /** The bytes of a finished file, a piece at a time; it fails where the export is removed meanwhile. */
  readonly content: (asked: DataExport, range: ByteRange) => Stream.Stream<Uint8Array, ExportGone>
}>()("@hedgerow/core/exports/DataExports") {
  static readonly layer: Layer.Layer<
    DataExports,
    never,
    Changes | DataExportRepository | Effect.Services<typeof makeReading> | ExportContent | Jobs | Transaction
  > = Layer.effect(
    DataExports,
    Effect.gen(function*() {
      const changes = yield* Changes
      const content = yield* ExportContent
      const jobs = yield* Jobs
      const readQuery = yield* makeReading
      const repository = yield* DataExportRepository
      const transaction = yield* Transaction
      const { keptFor, maxOpen } = yield* ExportSettings

      const lookUp = Effect.fnUntraced(function*(project: ProjectId, id: string) {
        const uuid = parseUuid(id)
        const found = uuid === undefined ? Option.none() : yield* repository.find(project, uuid as DataExportId)
        return Option.isSome(found) ? found.value : yield* new DataExportNotFound()
      })

      const requireStream = Effect.fnUntraced(function*(by: Editing, source: unknown) {
        const read = readQuery({ query: source }, { project: by.project, now: yield* currentTime })
        const { prepared, request } = yield* Effect.mapError(read, inSource)
        if (prepared.stream === undefined) return yield* notStreamed(request.kind.kind)
      })

      const insert = Effect.fnUntraced(function*(by: Editing, row: DataExport) {
        yield* repository.lock(by.project.id)
        const open = yield* repository.all(by.project.id, { where: isIn("status", openStates) })
        if (open.length >= maxOpen) return yield* tooMany(maxOpen)
        yield* Effect.orDie(repository.insert(row))
        yield* Effect.provideService(Effect.andThen(enqueueExport(row), enqueueRemoval(row)), Jobs, jobs)
        yield* changes.record(by, dataExportEntity, { after: row })
        return row
      }, transaction.run)

      return DataExports.of({
        list: Effect.fn("DataExports.list")((project: ProjectId, page: PageRequest) =>
          repository.list(project, latestFirst, page)
        ),
        find: Effect.fn("DataExports.find")(lookUp),
        create: Effect.fn("DataExports.create")(function*(by: Editing, body: unknown) {
          const sent = yield* readFields(newExportFields, body)
          const fault = exportFault(sent)
          if (fault !== undefined) return yield* fault
          const { date_from, date_to, export_context, export_format, model } = sent
          const source = export_context?.["source"]
          if (source !== undefined) yield* requireStream(by, source)
          const now = yield* DateTime.now
          return yield* insert(
            by,
            new DataExport({
              project_id: by.project.id,
              id: yield* repository.nextId,
              model: model ?? "query",
              format: formatOf(export_format),
              source: source === undefined ? null : source as DataExport["source"],
              date_from,
              date_to,
              status: "pending",
              content: null,
              rows: 0,
              bytes: 0,
              error: null,
              created_by: userOf(by),
              created_at: now,
              completed_at: null,
              expires_at: DateTime.addDuration(now, keptFor)
            })
          )
        }),
        remove: Effect.fn("DataExports.remove")(function*(by: Editing, id: string) {
          const project = by.project.id
          const before = yield* lookUp(project, id)
          yield* repository.remove(project, before.id)
          yield* content.clear({ project, export: before.id })
          yield* changes.record(by, dataExportEntity, { before })
        }, transaction.run),
        content: (asked, range) => piecesOf(content, asked, range)
      })
    })
  )
}
