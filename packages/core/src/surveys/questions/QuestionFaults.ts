import type { InputCode, InputIssue } from "../../shared/InvalidInput.ts"
import { cleanHtml, htmlTags, maxHtmlLength } from "../editing/CleanHtml.ts"

export type Path = ReadonlyArray<string | number>
export type Faults = ReadonlyArray<InputIssue>

/** A fault that clients of the reference service know by the field alone. */
export const known = (field: string) => (path: Path, message: string): InputIssue => ({
  path,
  code: "invalid_input",
  message,
  field
})

/** A fault that is named by its place. */
export const placed = (path: Path, message: string, code: InputCode = "invalid_input"): InputIssue => ({
  path,
  code,
  message
})

/** At most this many tags may stand in all texts of a field together. */
const maxTagsTogether = 2_000

const tooMuch = `HTML must not be longer than ${maxHtmlLength} characters, have very many tags or be deeply nested.`

/** The result of cleaning texts: the texts without harmful HTML, and the faults of those that cannot be cleaned. */
export interface Cleaning {
  readonly clean: (text: string, path: Path) => string
  readonly faults: Faults
}

/** Cleans texts and remembers those that cannot be. */
export const makeCleaning = (): Cleaning => {
  const faults: Array<InputIssue> = []
  let tags = 0
  return {
    faults,
    clean: (text, path) => {
      tags += htmlTags(text) ?? 0
      const cleaned = tags > maxTagsTogether ? undefined : cleanHtml(text)
      if (cleaned !== undefined) return cleaned
      faults.push(placed(path, tooMuch, "max_length"))
      return ""
    }
  }
}
