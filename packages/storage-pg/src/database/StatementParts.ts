import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { Effect } from "effect"

/** The most rows, and about the most characters, that one statement writes: the driver makes one text of all. */
const maxRows = 5_000
const maxChars = 2 * 1024 * 1024

/** Makes rows of items, and cuts them into what statements can take. Others go on in between. */
export const statementParts = Effect.fnUntraced(function*<Item, Row>(
  items: ReadonlyArray<Item>,
  rowOf: (item: Item) => Row,
  charsOf: (row: Row) => number
): Effect.fn.Return<ReadonlyArray<ReadonlyArray<Row>>> {
  const parts: Array<Array<Row>> = []
  const slice = new WorkSlice()
  let chars = 0
  for (const item of items) {
    const row = rowOf(item)
    const own = charsOf(row)
    const last = parts.at(-1)
    if (last === undefined || last.length >= maxRows || chars + own > maxChars) {
      parts.push([row])
      chars = own
    } else {
      last.push(row)
      chars += own
    }
    if (slice.isOver(own)) yield* Effect.yieldNow
  }
  return parts
})
