import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { type LongText, piecesOf } from "@hedgerow/sql/types/LongText"
import { Data, Effect } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

/** A text of more characters is stored in parts of at most as many: the driver takes each value in one step. */
export const longestPart = 1024 * 1024

/** A row is read at most so often while its text is replaced each time. */
export const mostLooks = 3

/** A row names a text that is not there. */
export class TextLost extends Data.TaggedError("TextLost")<{ readonly text_id: string }> {
  override get message(): string {
    return `The text ${this.text_id} is not in text_parts`
  }
}

/** The parts of a text are not those that were written. */
export class TextDamaged
  extends Data.TaggedError("TextDamaged")<{ readonly text_id: string; readonly bytes: number; readonly found: number }>
{
  override get message(): string {
    return `The text ${this.text_id} has ${this.found} bytes in text_parts in the place of ${this.bytes}`
  }
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** The parts of a text, none of which ends within a character: short pieces are put together. */
export function* partsOf(text: LongText, length: number = longestPart): Generator<string> {
  let short: Array<string> = []
  let chars = 0
  for (const piece of piecesOf(text)) {
    if (chars + piece.length > length && chars > 0) {
      yield short.join("")
      short = []
      chars = 0
    }
    if (piece.length > length) yield* partsOfPiece(piece, length)
    else {
      short.push(piece)
      chars += piece.length
    }
  }
  if (chars > 0) yield short.join("")
}

function* partsOfPiece(text: string, length: number): Generator<string> {
  let from = 0
  while (from < text.length) {
    const to = Math.min(from + length, text.length)
    const isWithin = to < text.length && isHighSurrogate(text.charCodeAt(to - 1))
    const until = isWithin ? to - 1 : to
    yield text.slice(from, until)
    from = until
  }
}

/** A text that was written in parts. */
export interface WrittenText {
  readonly id: Uuid
  /** Bytes of its UTF-8. */
  readonly bytes: number
}

/** Texts of many megabytes: each in rows of `text_parts`, which go when the row that names the text does. */
export const makeTextParts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const writeParts = Effect.fnUntraced(function*(project: ProjectId, text: LongText) {
    const id = yield* makeUuid7
    let part = 0
    let bytes = 0
    for (const body of partsOf(text)) {
      const [written] = yield* sql<{ readonly bytes: number }>`INSERT INTO text_parts (project_id, text_id, part, body)
        VALUES (${project}, ${id}::uuid, ${part}, ${body}) RETURNING octet_length(body) AS bytes`
      bytes += written?.bytes ?? 0
      part++
    }
    const written: WrittenText = { id, bytes }
    return written
  })

  /** Writes a text and the row that names it. Where `name` finds no row to write, returning none, the text goes again. */
  const write = Effect.fnUntraced(
    function*<Row>(
      project: ProjectId,
      text: LongText,
      name: (text: WrittenText) => Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
    ) {
      const written = yield* writeParts(project, text)
      const rows = yield* name(written)
      if (rows.length === 0) {
        yield* sql`DELETE FROM text_parts WHERE project_id = ${project} AND text_id = ${written.id}::uuid`
      }
      return rows
    },
    (writing) => sql.withTransaction(writing)
  )

  /**
   * The text of an id in its parts; undefined where its row has gone or names another one by now. Parts that do not make up
   * `bytes` are a defect: one of them was cut, or is missing.
   */
  const read = Effect.fnUntraced(function*(project: ProjectId, id: string, bytes?: number) {
    const parts = yield* sql<{ readonly body: string; readonly bytes: number }>`
      SELECT body, octet_length(body) AS bytes FROM text_parts
      WHERE project_id = ${project} AND text_id = ${id}::uuid ORDER BY part`
    const found = parts.reduce((sum, part) => sum + part.bytes, 0)
    if (bytes !== undefined && parts.length > 0 && found !== bytes) {
      return yield* Effect.die(new TextDamaged({ text_id: id, bytes, found }))
    }
    return parts.length === 0 ? undefined : parts.map(({ body }) => body)
  })

  return { write, read }
})

/** The result of `makeTextParts`. */
export type TextParts = Effect.Success<typeof makeTextParts>
