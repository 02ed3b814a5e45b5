import * as NodeStream from "@effect/platform-node/NodeStream"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import { type CsvError, type Options, parse, type Parser } from "csv-parse"
import * as Stream from "effect/Stream"
import type { Readable } from "node:stream"
import { brokenRow, type ImportRow, rowOfValues } from "./ImportRow.ts"
import { maxLineBytes } from "./LineSplitter.ts"
import { type SourceUnreadable, unreadable } from "./Source.ts"

/** How CSV is read. */
export interface CsvForm {
  readonly delimiter: string
  /** Whether every value is a text: else numbers and booleans are known by how they are written. */
  readonly isText: boolean
}

const numberForm = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/

/** Whether a text is a number in the one way that JSON writes it: `007`, `1e5` and the version `1.10` are texts. */
const isNumber = (text: string): boolean => numberForm.test(text) && String(Number(text)) === text

const words: ReadonlyMap<string, boolean> = new Map([["true", true], ["false", false]])

/** The value of a cell: nothing is null. */
const valueOf = (text: string, { isText }: CsvForm): WireValue => {
  if (text === "") return null
  if (isText) return text
  return words.get(text) ?? (isNumber(text) ? Number(text) : text)
}

/** Numbers records while they are parsed, those that cannot be read among them. */
const makeRecords = (form: CsvForm) => {
  let header: ReadonlyArray<string> | undefined
  let number = 0
  const broken: Array<ImportRow> = []
  const rowOf = (record: ReadonlyArray<string>, names: ReadonlyArray<string>): ImportRow => {
    if (record.length === names.length) {
      return rowOfValues(number, names.map((name, place) => [name, valueOf(record[place] ?? "", form)]))
    }
    const reason = `The record has ${record.length} values; the header has ${names.length} names.`
    return brokenRow(number, record.join(form.delimiter), reason)
  }
  return {
    /** The header is no row. */
    onRecord: (record: ReadonlyArray<string>): ImportRow | null => {
      if (header === undefined) {
        header = record.map((name) => name.trim())
        return null
      }
      number++
      return rowOf(record, header)
    },
    onSkip: (error: CsvError | undefined, raw: string | undefined): undefined => {
      number++
      broken.push(brokenRow(number, (raw ?? "").slice(0, 1_000), error?.message ?? "The record cannot be read."))
      return undefined
    },
    /** These rows, and those before the last of them that could not be read. */
    withBroken: (rows: ReadonlyArray<ImportRow>): ReadonlyArray<ImportRow> => {
      const last = rows.at(-1)?.number ?? Infinity
      const behind = broken.findIndex((row) => row.number > last)
      const before = broken.splice(0, behind === -1 ? broken.length : behind)
      return before.length === 0 ? rows : [...before, ...rows].sort((one, other) => one.number - other.number)
    }
  }
}

/** The rows of CSV with a header after the first `skipped` records. */
export const readCsv = (
  name: string,
  through: (last: Parser) => Readable,
  skipped: number,
  form: CsvForm
): Stream.Stream<ReadonlyArray<ImportRow>, SourceUnreadable> =>
  Stream.suspend(() => {
    const records = makeRecords(form)
    const parser = parse({
      bom: true,
      delimiter: form.delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: maxLineBytes,
      // Its types know columns or texts; whatever this returns is handed on.
      on_record: records.onRecord as unknown as NonNullable<Options["on_record"]>,
      on_skip: records.onSkip
    })
    return NodeStream.fromReadable<ImportRow, SourceUnreadable>({
      evaluate: () => through(parser),
      onError: unreadable(name),
      chunkSize: 1_000
    }).pipe(
      Stream.chunks,
      Stream.map(records.withBroken),
      Stream.concat(Stream.sync(() => records.withBroken([]))),
      Stream.map((rows) => rows.filter(({ number }) => number > skipped))
    )
  })
