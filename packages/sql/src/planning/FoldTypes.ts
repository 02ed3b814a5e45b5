import type { SqlType } from "../types/SqlType.ts"

/**
 * The types that the values of folds inside a fold came to, by the place in the text. The body of a fold is resolved
 * again when its value's type widens: those inside begin where they ended before, or each of them would double the work.
 */
export class FoldTypes {
  readonly #within = new Map<object, FoldTypes>()
  readonly #found = new Map<string, SqlType>()

  /** The types inside a call, which is known by its arguments as written. */
  within(call: object): FoldTypes {
    const known = this.#within.get(call)
    if (known !== undefined) return known
    const types = new FoldTypes()
    this.#within.set(call, types)
    return types
  }

  /** The type that a value came to from a first one, over members of these types. */
  found(first: SqlType, members: ReadonlyArray<SqlType>): SqlType | undefined {
    return this.#found.get(JSON.stringify([first, members]))
  }

  note(first: SqlType, members: ReadonlyArray<SqlType>, type: SqlType): void {
    this.#found.set(JSON.stringify([first, members]), type)
  }
}
