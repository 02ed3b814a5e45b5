/** The names of the sources of one statement: `s1`, `s2`, …. Names of the plan never reach the statement. */
export class SourceNames {
  #count = 0

  /** A name that no source has. */
  fresh(): string {
    this.#count += 1
    return `s${this.#count}`
  }
}
