/** Texts, names and comments, in which a semicolon ends nothing, and the semicolons. */
const parts = /'(?:[^'\\]|\\[\s\S]|'')*'|`[^`]*`|"(?:[^"\\]|\\[\s\S])*"|--[^\n]*|\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/|;/g

/** The statements of a text, which semicolons end, and what comes after the last of them. */
export const splitStatements = (
  text: string
): { readonly statements: ReadonlyArray<string>; readonly rest: string } => {
  const statements: Array<string> = []
  let start = 0
  for (const part of text.matchAll(parts)) {
    if (part[0] !== ";") continue
    const statement = text.slice(start, part.index).trim()
    if (statement !== "") statements.push(statement)
    start = part.index + 1
  }
  return { statements, rest: text.slice(start) }
}

/** Every statement of a text, whether or not a semicolon ends the last. */
export const allStatements = (text: string): ReadonlyArray<string> => {
  const { rest, statements } = splitStatements(text)
  return rest.trim() === "" ? statements : [...statements, rest.trim()]
}
