import { splitStatements } from "./Statements.ts"

/** The meaning of a line: a command of the terminal, or the SQL statements that it completes. */
export type TerminalStep =
  | { readonly _tag: "Command"; readonly name: string; readonly argument: string }
  | { readonly _tag: "Statements"; readonly statements: ReadonlyArray<string> }
  | { readonly _tag: "More" }

const leaving: ReadonlySet<string> = new Set(["exit", "quit"])

/** The lines of a terminal: a statement goes on until a semicolon ends it. */
export class TerminalInput {
  #pending = ""

  /** The beginning of a statement that is not complete. */
  get pending(): string {
    return this.#pending
  }

  take(line: string): TerminalStep {
    const trimmed = line.trim()
    if (this.#pending === "") {
      if (trimmed === "") return { _tag: "More" }
      if (leaving.has(trimmed.toLowerCase().replace(/;$/, ""))) return { _tag: "Command", name: "q", argument: "" }
      if (trimmed.startsWith("\\")) {
        const [name = "", ...argument] = trimmed.slice(1).split(/\s+/)
        return { _tag: "Command", name, argument: argument.join(" ") }
      }
    }
    const { rest, statements } = splitStatements(`${this.#pending}${line}\n`)
    this.#pending = rest.trim() === "" ? "" : rest
    return statements.length === 0 ? { _tag: "More" } : { _tag: "Statements", statements }
  }

  /** Forgets what is not complete. */
  clear(): void {
    this.#pending = ""
  }
}
