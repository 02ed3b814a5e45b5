import { Result } from "effect"
import { StringDecoder } from "node:string_decoder"
import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"
import type { Answer, Column, Progress } from "../protocol/Statement.ts"
import { failureInText, failureOf } from "./Failures.ts"
import { LongRow, rowStart } from "./LongRow.ts"

/** The format this reads: one JSON object a line, with columns, rows and progress in the order they happen. */
export const answerFormat = "JSONCompactEachRowWithProgress"

interface Line {
  readonly row?: ReadonlyArray<unknown>
  readonly meta?: ReadonlyArray<Column>
  readonly progress?: {
    readonly read_rows: string
    readonly read_bytes: string
    readonly total_rows_to_read?: string
  }
  readonly exception?: string
}

/** A row with more characters is not read: no answer may be so large. */
const longestLine = 64 * 1024 * 1024

/** A row with more characters is read from the pieces in which it comes; shorter ones are parsed at once. */
const sliced = 256 * 1024

/** The engine's own code for an answer that is too large. */
const tooManyRowsOrBytes = 396

/** Takes an answer in pieces, cut anywhere. */
export interface AnswerReader {
  /** Fails at the piece with which a row becomes too long. */
  readonly take: (chunk: Buffer) => Result.Result<void, ClickHouseFailure>
  /** The rows since the last time; they are in no later answer. */
  readonly takeRows: () => Answer["rows"]
  /** The answer so far, but for the rows. */
  readonly soFar: () => Omit<Answer, "rows">
  readonly finish: () => Result.Result<Answer, ClickHouseFailure>
}

/** A line break never stands inside a JSON text, so several lines are read as one list. */
const parseLines = (text: string): Result.Result<ReadonlyArray<Line>, unknown> =>
  Result.try(() => JSON.parse(`[${text.trim().replaceAll("\n", ",")}]`))

/** Line by line up to the first that is no JSON: from there on the text is the engine's error. */
const parseBroken = (text: string): { readonly lines: ReadonlyArray<Line>; readonly rest: string | undefined } => {
  const lines: Array<Line> = []
  let start = 0
  while (start < text.length) {
    const end = text.indexOf("\n", start)
    const next = end === -1 ? text.length : end + 1
    const parsed = parseLines(text.slice(start, next))
    if (Result.isFailure(parsed)) return { lines, rest: text.slice(start) }
    lines.push(...parsed.success)
    start = next
  }
  return { lines, rest: undefined }
}

const progressOf = (progress: NonNullable<Line["progress"]>): Progress => ({
  rowsRead: Number(progress.read_rows),
  bytesRead: Number(progress.read_bytes),
  estimatedRowsTotal: Number(progress.total_rows_to_read ?? 0)
})

/** Reads one answer; `onProgress` is called as its lines arrive. */
export const makeAnswerReader = (
  onProgress: (progress: Progress) => void,
  longest: number = longestLine
): AnswerReader => {
  const decoder = new StringDecoder("utf8")
  let rows: Array<ReadonlyArray<unknown>> = []
  let columns: ReadonlyArray<Column> = []
  let read = progressOf({ read_rows: "0", read_bytes: "0" })
  // A row may come in many pieces: they are put together once it is whole, or read one by one where it is long.
  let pieces: Array<string> = []
  let waiting = 0
  let long: LongRow | undefined
  let broken: string | undefined
  const keep = (line: Line): void => {
    if (line.row !== undefined) rows.push(line.row)
    else if (line.meta !== undefined) columns = line.meta
    else if (line.exception !== undefined) broken = line.exception
    else if (line.progress !== undefined) {
      read = progressOf(line.progress)
      onProgress(read)
    }
  }
  const parse = (text: string): void => {
    const parsed = parseLines(text)
    const { lines, rest } = Result.isSuccess(parsed) ? { lines: parsed.success, rest: undefined } : parseBroken(text)
    lines.forEach(keep)
    broken ??= rest
  }
  const readLines = (text: string): void => {
    if (broken === undefined) parse(text)
    else broken += text
  }
  const endLong = (row: LongRow): void => {
    const cells = row.row()
    if (cells === undefined) broken = `${row.tail()}\n`
    else rows.push(cells)
    long = undefined
    waiting = 0
  }
  /** What follows the long row. */
  const takeLong = (row: LongRow, piece: string): string => {
    const end = piece.indexOf("\n")
    row.take(end === -1 ? piece : piece.slice(0, end))
    if (end !== -1) endLong(row)
    else waiting += piece.length
    return end === -1 ? "" : piece.slice(end + 1)
  }
  const openLong = (): void => {
    const text = pieces.join("")
    pieces = []
    if (text.startsWith(rowStart)) {
      long = new LongRow()
      long.take(text.slice(rowStart.length))
    } else pieces.push(text)
  }
  return {
    take: (chunk) => {
      const decoded = decoder.write(chunk)
      const piece = long === undefined ? decoded : takeLong(long, decoded)
      const end = piece.lastIndexOf("\n") + 1
      if (end > 0) {
        const text = pieces.join("") + piece.slice(0, end)
        pieces = []
        waiting = 0
        readLines(text)
      }
      pieces.push(piece.slice(end))
      const isShort = waiting <= sliced
      waiting += piece.length - end
      if (isShort && waiting > sliced && long === undefined && broken === undefined) openLong()
      return waiting > longest
        ? Result.fail(failureOf(tooManyRowsOrBytes, `A row has more than ${longest} characters.`))
        : Result.succeed(undefined)
    },
    takeRows: () => {
      const taken = rows
      rows = []
      return taken
    },
    soFar: () => ({ columns, rowsRead: read.rowsRead, bytesRead: read.bytesRead }),
    finish: () => {
      const text = pieces.join("") + decoder.end()
      if (long !== undefined) endLong(long)
      if (text !== "") readLines(text)
      return broken === undefined
        ? Result.succeed({ columns, rows, rowsRead: read.rowsRead, bytesRead: read.bytesRead })
        : Result.fail(failureInText(broken))
    }
  }
}
