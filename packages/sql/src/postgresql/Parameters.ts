import { Placeholders } from "../render/Placeholders.ts"
import type { Cell } from "../types/Cell.ts"
import type { SqlType } from "../types/SqlType.ts"
import { arrayText, cellText } from "./CellText.ts"
import { pgType } from "./PgType.ts"

/** A statement with its bound values, as text. */
export interface Rendered {
  readonly sql: string
  readonly values: ReadonlyArray<string>
  /** A value has U+0000, which no text of PostgreSQL can hold. */
  readonly holdsNul: boolean
}

/** The bound values of one statement, as text. PostgreSQL compares GROUP BY and SELECT by placeholder number. */
export class Parameters {
  readonly #places = new Placeholders<string>()

  /** A placeholder with its cast, or a typed NULL. */
  value(cell: Cell, type: SqlType): string {
    const target = pgType(type)
    return cell === null ? `NULL::${target}` : this.#bind(cellText(cell, type), target)
  }

  /** One array placeholder for all values. */
  array(cells: ReadonlyArray<Cell>, type: SqlType): string {
    const texts = cells.flatMap((cell) => cell === null ? [] : [cellText(cell, type)])
    return this.#bind(arrayText(texts), `${pgType(type)}[]`)
  }

  /** The same for values that may be NULL. */
  column(cells: ReadonlyArray<Cell>, type: SqlType): string {
    const texts = cells.map((cell) => cell === null ? null : cellText(cell, type))
    return this.#bind(arrayText(texts), `${pgType(type)}[]`)
  }

  text(value: string): string {
    return this.#bind(value, "text")
  }

  int4(value: number): string {
    return this.#bind(String(value), "int4")
  }

  int8(value: number): string {
    return this.#bind(String(value), "int8")
  }

  float8(value: number): string {
    return this.#bind(String(value), "float8")
  }

  /**
   * The statement with its values, numbered as they appear. A value rendered but not used is left out: PostgreSQL
   * refuses a parameter whose type no statement shows. Statements hold no other `$`.
   */
  bound(statement: string): Rendered {
    const values: Array<string> = []
    const numbers = new Map<string, number>()
    const sql = statement.replace(/\$(\d+)/g, (_, place: string) => {
      const number = numbers.get(place) ?? values.push(this.#places.at(Number(place) - 1) ?? "")
      numbers.set(place, number)
      return `$${number}`
    })
    return { sql, values, holdsNul: values.some((value) => value.includes("\u0000")) }
  }

  #bind(text: string, target: string): string {
    return `$${this.#places.placeOf(text, text, target) + 1}::${target}`
  }
}
