/**
 * The kind of name that fits at a cursor: a table, a value, a field of the name before the point, a stored variable, a
 * cohort, or an event's name in quotes.
 */
export interface CursorContext {
  readonly kind: "cohort" | "event" | "field" | "member" | "table" | "text" | "variable"
  /** The names before the point, the first being a table, an alias or a field. */
  readonly path: ReadonlyArray<string>
  /** The part of the name that is written already. */
  readonly typed: string
  /** Whether the name stands in single quotes that are open. */
  readonly isQuoted: boolean
}

const name = "(?:[A-Za-z_$][\\w$]*|`[^`\\n]*`|\"[^\"\\n]*\")"
const member = new RegExp(`((?:${name}\\s*\\.\\s*)+)([\\w$]*|[\`"][^\`"\\n]*)$`)
const bracket = new RegExp(`(${name}(?:\\s*\\.\\s*${name})*)\\s*\\[\\s*'([^'\\n]*)$`)
const afterFrom = /\b(?:from|join)\s+([\w$.]*)$/i
const word = /[A-Za-z_$][\w$]*$/

/** Beside the column `event`, alone or of a table: the last text of a comparison or of a list, which is not closed. */
const eventName =
  /(?:^|[^\w$.`"])(?:(?!properties\b)[A-Za-z_$][\w$]*\s*\.\s*)?event\s*(?:[=!]?=|<>|(?:not\s+)?i?like|(?:not\s+)?in\s*[([]\s*(?:'[^'\n]*'\s*,\s*)*)\s*'([^'\n]*)$/i
const cohort = /\bin\s+cohort\s+('?)((?:(?<=')[^'\n]*|[\w$]*))$/i
const variable = /\{\s*variables\s*\.\s*([\w$]*)$/

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
  if (inBracket !== null) return named("member", inBracket[2], stepsOf(inBracket[1] ?? ""))
  const [cohortName, event] = [cohort.exec(text), eventName.exec(text)]
  const quoted = cohortName ?? event
  if (quoted !== null && !isInside(text.slice(0, quoted.index + 1))) {
    return cohortName === null
      ? { ...named("event", event?.[1]), isQuoted: true }
      : { ...named("cohort", cohortName[2]), isQuoted: cohortName[1] !== "" }
  }
  if (isInside(text)) return named("text", "")
  const table = afterFrom.exec(text)
  if (table !== null) return named("table", table[1])
  const inVariable = variable.exec(text)
  if (inVariable !== null) return named("variable", inVariable[1])
  const inMember = member.exec(text)
  if (inMember !== null) return named("member", plain(inMember[2] ?? ""), stepsOf(inMember[1] ?? ""))
  return named("field", word.exec(text)?.[0])
}

const named = (
  kind: CursorContext["kind"],
  typed: string | undefined,
  path: ReadonlyArray<string> = []
): CursorContext => ({ kind, path, typed: typed ?? "", isQuoted: false })
