import type { Meter } from "@hedgerow/sql/evaluate/Meter"
import type { Cell } from "@hedgerow/sql/types/Cell"

/** A value for `Map` and `Set` that two cells of one type share exactly when they are the same group. */
export type CellKey = null | boolean | number | bigint | string

/** Longer texts are known by their pieces: maps tell texts of more than 16,383 characters apart by their length alone. */
export const pieceLength = 8192

/** Characters of a key that are looked up in about the time of one node. */
const charactersOfNode = 32

/** The texts that begin with some pieces. */
interface Piece {
  readonly id: bigint
  readonly next: Map<string, Piece>
}

/** The count of a query's work and of what it holds. */
export interface Holder extends Pick<Meter, "work"> {
  readonly keep: (cell: Cell) => void
}

/** The keys of one running query's cells. */
export class CellKeys {
  readonly #budget: Holder
  #pieces = 0n
  readonly #first: Piece = { id: 0n, next: new Map() }

  constructor(budget: Holder) {
    this.#budget = budget
  }

  /** NULL is one key, and so is NaN; zero and negative zero are the same. */
  of(cell: Cell): CellKey {
    if (typeof cell === "string") return cell.length > pieceLength ? this.#long(cell) : cell
    return cell !== null && typeof cell === "object" ? this.#text(this.#part(cell)) : cell
  }

  /** The key of several cells together. */
  ofAll(cells: ReadonlyArray<Cell>): CellKey {
    const [first] = cells
    if (cells.length === 1 && first !== undefined) return this.of(first)
    let key = ""
    for (const cell of cells) key += this.#part(cell)
    return this.#text(key)
  }

  #text(key: string): CellKey {
    return key.length > pieceLength ? this.#long(key) : key
  }

  #part(cell: Cell): string {
    if (cell === null) return "~"
    if (typeof cell === "string") {
      return cell.length > pieceLength ? `${cell.length}#${this.#long(cell)};` : `${cell.length}:${cell}`
    }
    if (typeof cell !== "object") return `${cell === 0 ? 0 : cell};`
    let key = "["
    for (const member of cell) key += this.#part(member)
    return `${key}]`
  }

  /** No text has a number for its key, so that no short one is taken for a long one. */
  #long(text: string): bigint {
    this.#budget.work(Math.floor(text.length / charactersOfNode))
    let [piece, isNew] = [this.#first, false]
    for (let at = 0; at < text.length; at += pieceLength) {
      const part = text.slice(at, at + pieceLength)
      const known = piece.next.get(part)
      const next = known ?? { id: ++this.#pieces, next: new Map<string, Piece>() }
      if (known === undefined) piece.next.set(part, next)
      isNew ||= known === undefined
      piece = next
    }
    // A piece holds the text that it was cut from.
    if (isNew) this.#budget.keep(text)
    return piece.id
  }
}
