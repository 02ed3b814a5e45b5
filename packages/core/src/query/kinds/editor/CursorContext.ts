/** The kind of name that fits at a cursor: a table, a value, or a field of the name before the point. */
export interface CursorContext {
  readonly kind: "field" | "member" | "table" | "text"
  /** The names before the point, the first being a table, an alias or a field. */
  readonly path: ReadonlyArray<string>
  /** The part of the name that is written already. */
  readonly typed: string
}

const name = "(?:[A-Za-z_$][\\w$]*|`[^`\\n]*`|\"[^\"\\n]*\")"
const member = new RegExp(`((?:${name}\\s*\\.\\s*)+)([\\w$]*|[\`"][^\`"\\n]*)$`)
const bracket = new RegExp(`(${name}(?:\\s*\\.\\s*${name})*)\\s*\\[\\s*'([^'\\n]*)$`)
const afterFrom = /\b(?:from|join)\s+([\w$.]*)$/i
const word = /[A-Za-z_$][\w$]*$/

const plain = (text: string): string => text.trim().replace(/^[`"]|[`"]$/g, "")

const stepsOf = (path: string): ReadonlyArray<string> =>
  Array.from(path.matchAll(new RegExp(name, "g")), ([step]) => plain(step))

/** Whether the text ends inside of a string or a comment. */
const isInside = (text: string): boolean => {
  const rest = text.replace(/'(?:[^'\\]|\\.|'')*'|--[^\n]*\n|\/\*[\s\S]*?\*\//g, " ")
  return /'|--[^\n]*$|\/\*/.test(rest)
}

/** The characters before the cursor that are read: the owner of a name is close to it. */
const lookBack = 4_000

/** The place of the cursor at the end of this text, which may be an unfinished query. */
export const cursorContext = (before: string): CursorContext => {
  const text = before.slice(-lookBack)
  const inBracket = bracket.exec(text)
  if (inBracket !== null) return { kind: "member", path: stepsOf(inBracket[1] ?? ""), typed: inBracket[2] ?? "" }
  if (isInside(text)) return { kind: "text", path: [], typed: "" }
  const table = afterFrom.exec(text)
  if (table !== null) return { kind: "table", path: [], typed: table[1] ?? "" }
  const inMember = member.exec(text)
  if (inMember !== null) return { kind: "member", path: stepsOf(inMember[1] ?? ""), typed: plain(inMember[2] ?? "") }
  return { kind: "field", path: [], typed: word.exec(text)?.[0] ?? "" }
}
