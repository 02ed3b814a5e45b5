import type { Row } from "@hedgerow/sql/types/Cell"
import { JsonText } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { encodeRowsInSteps, JoinedText, JsonWriter } from "./JsonSteps.ts"
import type { RowSink } from "./QueryEngine.ts"
import type { RowLimit } from "./RowLimit.ts"

/** Rows that are written as JSON while they arrive: nothing is held of them but their text. */
export class WrittenRows implements RowSink {
  readonly #types: ReadonlyArray<SqlType>
  readonly #most: number
  readonly #totals: number
  readonly #text = new JoinedText()
  readonly #writer = new JsonWriter((piece) => this.#text.add(piece))
  #found = 0
  #written = 0
  #last: Row | undefined
  #after: Row | undefined

  /** Rows after the first `rows` are counted alone, but for the row of all groups, which is the last. */
  constructor(types: ReadonlyArray<SqlType>, { hasTotals, rows }: Pick<RowLimit, "hasTotals" | "rows">) {
    this.#types = types
    this.#most = rows
    this.#totals = hasTotals ? 1 : 0
    this.#text.add("[")
  }

  *add(rows: ReadonlyArray<Row>): Steps<void> {
    const within = Math.max(0, this.#most - this.#found)
    yield* this.#write(rows.slice(0, within))
    if (rows.length > within) this.#after = rows.at(-1)
    this.#found += rows.length
  }

  /** Writes what comes after all rows. */
  *end(): Steps<void> {
    if (this.#totals > 0 && this.#after !== undefined) yield* this.#write([this.#after])
  }

  *#write(rows: ReadonlyArray<Row>): Steps<void> {
    if (rows.length === 0) return
    if (this.#written > 0) this.#text.add(",")
    yield* this.#writer.items(yield* encodeRowsInSteps(rows, this.#types))
    this.#last = rows.at(-1)
    this.#written += rows.length
  }

  /** Whether more rows came than are written. */
  get hasMore(): boolean {
    return this.#found > this.#most + this.#totals
  }

  /** The last row that was written. */
  get last(): Row | undefined {
    return this.#last
  }

  /** The list of the rows; none may come afterwards. */
  json(): JsonText {
    this.#text.add("]")
    return new JsonText(this.#text.text(), this.#written)
  }
}
