import type { Row } from "@hedgerow/sql/types/Cell"
import { JsonText } from "@hedgerow/sql/types/ResultJson"
import type { SqlType } from "@hedgerow/sql/types/SqlType"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { encodeRowsInSteps, JoinedText, JsonWriter } from "./JsonSteps.ts"
import type { RowSink } from "./QueryEngine.ts"

/** Rows that are written as JSON while they arrive: nothing is held of them but their text. */
export class WrittenRows implements RowSink {
  readonly #types: ReadonlyArray<SqlType>
  readonly #most: number
  readonly #text = new JoinedText()
  readonly #writer = new JsonWriter((piece) => this.#text.add(piece))
  #found = 0
  #last: Row | undefined

  /** Rows after the first `most` are counted alone. */
  constructor(types: ReadonlyArray<SqlType>, most: number) {
    this.#types = types
    this.#most = most
    this.#text.add("[")
  }

  *add(rows: ReadonlyArray<Row>): Steps<void> {
    const taken = rows.slice(0, Math.max(0, this.#most - this.#found))
    if (taken.length > 0) {
      if (this.#found > 0) this.#text.add(",")
      yield* this.#writer.items(yield* encodeRowsInSteps(taken, this.#types))
      this.#last = taken.at(-1)
    }
    this.#found += rows.length
  }

  /** Whether more rows came than were written. */
  get hasMore(): boolean {
    return this.#found > this.#most
  }

  /** The last row that was written. */
  get last(): Row | undefined {
    return this.#last
  }

  /** The list of the rows; none may come afterwards. */
  json(): JsonText {
    this.#text.add("]")
    return new JsonText(this.#text.text(), Math.min(this.#found, this.#most))
  }
}
