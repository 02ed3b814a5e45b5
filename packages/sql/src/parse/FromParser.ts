import type { AstExpr, FromClause } from "../ast/Ast.ts"
import { maximumDepth } from "./Limits.ts"
import { anyExpression, readListUntil, startsArrayJoin } from "./Lists.ts"
import { power } from "./Operators.ts"
import { clauseWords, reservedWords } from "./Token.ts"
import type { TokenStream } from "./TokenStream.ts"

type Join = Extract<FromClause, { readonly _tag: "Join" }>

/** Reads the tables, sub-queries and joins after FROM, left to right. */
export const readFrom = (stream: TokenStream): FromClause => {
  let left = readSource(stream)
  while (true) {
    const joined = readJoin(stream, left)
    if (joined === undefined) return left
    stream.grow()
    left = joined
  }
}

const readJoin = (stream: TokenStream, left: FromClause): FromClause | undefined => {
  const { start } = left
  if (stream.acceptSymbol(",")) {
    const right = readSource(stream)
    return {
      _tag: "Join",
      kind: "cross",
      strictness: undefined,
      left,
      right,
      on: undefined,
      using: undefined,
      start,
      end: right.end
    }
  }
  const operator = readJoinOperator(stream)
  if (operator === undefined) return undefined
  const right = readSource(stream)
  const on = operator.kind !== "cross" && stream.acceptWords("on")
    ? stream.rules.expression(stream, power.ternary)
    : undefined
  const using = operator.kind !== "cross" && on === undefined ? readUsing(stream) : undefined
  if (operator.kind !== "cross" && on === undefined && using === undefined) stream.unexpected("ON or USING")
  return { _tag: "Join", ...operator, left, right, on, using, start, end: stream.lastEnd }
}

const kinds: ReadonlyMap<string, Join["kind"]> = new Map([
  ["inner", "inner"],
  ["left", "left"],
  ["right", "right"],
  ["full", "full"],
  ["cross", "cross"]
])

const strictnesses: ReadonlyMap<string, NonNullable<Join["strictness"]>> = new Map([
  ["all", "all"],
  ["any", "any"],
  ["asof", "asof"],
  ["semi", "semi"],
  ["anti", "anti"]
])

/** `[kind] [strictness] [OUTER] JOIN` in any order; reads nothing when no join comes next. */
const readJoinOperator = (stream: TokenStream): Pick<Join, "kind" | "strictness"> | undefined => {
  let length = 0
  while (isModifier(stream.peek(length).keyword)) length++
  if (!stream.isWord("join", length)) {
    return length === 0 || startsArrayJoin(stream) ? undefined : stream.unexpected("a join")
  }
  let kind: Join["kind"] | undefined
  let strictness: Join["strictness"]
  while (!stream.isWord("join")) {
    const token = stream.next()
    const newKind = kinds.get(token.keyword)
    const newStrictness = strictnesses.get(token.keyword)
    if ((newKind !== undefined && kind !== undefined) || (newStrictness !== undefined && strictness !== undefined)) {
      return stream.fail("A join has one kind and one strictness", token)
    }
    kind = newKind ?? kind
    strictness = newStrictness ?? strictness
  }
  stream.next()
  return { kind: kind ?? "inner", strictness }
}

const isModifier = (keyword: string): boolean => kinds.has(keyword) || strictnesses.has(keyword) || keyword === "outer"

const readUsing = (stream: TokenStream): ReadonlyArray<string> | undefined => {
  if (!stream.acceptWords("using")) return undefined
  const readName = () => stream.expectName("a column name").value
  if (stream.acceptSymbol("(")) return readListUntil(stream, ")", readName)
  const names = [readName()]
  while (stream.acceptSymbol(",")) names.push(readName())
  return names
}

const readSource = (stream: TokenStream): FromClause => {
  const { start } = stream.peek()
  if (stream.isSymbol("(")) return readParenthesised(stream)
  if (stream.isSymbol("{")) return readPlaceholder(stream)
  if (!startsTable(stream)) return stream.unexpected("a table or a sub-query")
  const path = readPath(stream)
  const args = stream.acceptSymbol("(")
    ? readListUntil(stream, ")", () => stream.rules.expression(stream, anyExpression))
    : undefined
  const alias = readAlias(stream)
  const final = stream.acceptWords("final")
  const sample = readSample(stream)
  return { _tag: "Table", path, args, alias, final, sample, start, end: stream.lastEnd }
}

/** Any name but one that begins a clause or a join here: `FROM final` names a table. */
const startsTable = (stream: TokenStream): boolean => {
  const { keyword, kind } = stream.peek()
  if (kind !== "word") return kind === "quoted"
  const { keyword: following, kind: after } = stream.peek(1)
  if (keyword === "join") return after !== "word" || clauseWords.has(following)
  if (keyword === "limit" || keyword === "offset") return after !== "number" && !stream.isSymbol("{", 1)
  if (keyword === "group" || keyword === "order" || keyword === "partition") return following !== "by"
  return !reservedWords.has(keyword) || stream.isSymbol(".", 1)
}

const readPath = (stream: TokenStream): ReadonlyArray<string> => {
  const path = [stream.next().value]
  while (stream.acceptSymbol(".")) path.push(stream.expectName("a table name").value)
  return path
}

const readParenthesised = (stream: TokenStream): FromClause =>
  stream.nested(() => {
    const { start } = stream.peek()
    if (!holdsStatement(stream)) {
      stream.next()
      const joined = readFrom(stream)
      stream.expectSymbol(")")
      return joined
    }
    stream.next()
    const query = stream.rules.statement(stream)
    stream.expectSymbol(")")
    const alias = readAlias(stream)
    return { _tag: "Derived", query, alias, start, end: stream.lastEnd }
  })

/** Parentheses around a SELECT, or around parentheses that are a branch of a UNION; not around tables. */
const holdsStatement = (stream: TokenStream): boolean => {
  let ahead = 0
  while (ahead <= maximumDepth && stream.isSymbol("(", ahead)) ahead++
  if (!stream.isWord("select", ahead) && !stream.isWord("with", ahead)) return false
  if (ahead === 1) return true
  const after = stream.peek(stream.afterParentheses(1))
  return after.value === ")" || ["union", "except", "intersect", "order", "limit", "offset"].includes(after.keyword)
}

const readPlaceholder = (stream: TokenStream): FromClause => {
  const { start } = stream.next()
  const { value } = stream.expectName("the name of a placeholder")
  const name = [value]
  while (stream.acceptSymbol(".")) name.push(stream.expectName("the name of a placeholder").value)
  stream.expectSymbol("}")
  const alias = readAlias(stream)
  return { _tag: "PlaceholderTable", name, alias, start, end: stream.lastEnd }
}

/** `AS name` or a bare name that begins no clause. */
const readAlias = (stream: TokenStream): string | undefined => {
  if (stream.acceptWords("as")) return stream.expectName("an alias").value
  const { keyword, kind } = stream.peek()
  const isName = kind === "quoted" || (kind === "word" && !clauseWords.has(keyword)) ||
    (keyword === "sample" && !startsSample(stream))
  return isName ? stream.next().value : undefined
}

/** SAMPLE has a ratio after it; `FROM events sample` is a name. */
const startsSample = (stream: TokenStream): boolean =>
  stream.isWord("sample") && (stream.peek(1).kind === "number" || stream.isSymbol("{", 1))

const readSample = (
  stream: TokenStream
): { readonly ratio: AstExpr; readonly offset: AstExpr | undefined } | undefined => {
  if (!stream.acceptWords("sample")) return undefined
  const ratio = readRatio(stream)
  return { ratio, offset: stream.acceptWords("offset") ? readRatio(stream) : undefined }
}

/** `0.1`, `1/10` or a placeholder. */
const readRatio = (stream: TokenStream): AstExpr => {
  const left = readRatioPart(stream)
  if (!stream.acceptSymbol("/")) return left
  const right = readRatioPart(stream)
  return { _tag: "Binary", operator: "/", left, right, start: left.start, end: right.end }
}

const readRatioPart = (stream: TokenStream): AstExpr =>
  stream.peek().kind === "number" || stream.isSymbol("{")
    ? stream.rules.expression(stream, power.negation)
    : stream.unexpected("a ratio such as 1/10")
