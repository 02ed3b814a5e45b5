import * as NodeStream from "@effect/platform-node/NodeStream"
import * as Stream from "effect/Stream"
import type { Readable } from "node:stream"
import { brokenRow, type ImportRow, rowOfJson } from "./ImportRow.ts"
import { type Line, LineSplitter, maxLineBytes } from "./LineSplitter.ts"
import { type SourceUnreadable, unreadable } from "./Source.ts"

const rowOf = ({ isCut, number, text }: Line): ImportRow =>
  isCut ? brokenRow(number, text, `The line has more than ${maxLineBytes} bytes.`) : rowOfJson(number, text)

/** The rows of lines of JSON after the first `skipped` lines. */
export const readNdjson = (
  name: string,
  through: (last: LineSplitter) => Readable,
  skipped: number
): Stream.Stream<ReadonlyArray<ImportRow>, SourceUnreadable> =>
  NodeStream.fromReadable<ReadonlyArray<Line>, SourceUnreadable>({
    evaluate: () => through(new LineSplitter()),
    onError: unreadable(name),
    chunkSize: 1
  }).pipe(Stream.map((lines) => lines.filter(({ number }) => number > skipped).map(rowOf)))
