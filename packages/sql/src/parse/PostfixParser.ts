import type { AstExpr } from "../ast/Ast.ts"
import { anyExpression } from "./Lists.ts"
import type { TokenStream } from "./TokenStream.ts"
import { readTypeName } from "./TypeName.ts"

/** Reads the forms that follow an operand directly: `.name`, `.1`, `[index]`, `?.name`, `?.[index]`, `::Type`. */
export const readPostfix = (stream: TokenStream, operand: AstExpr, start: number): AstExpr => {
  let expr = operand
  for (let more = readOne(stream, expr, start); more !== undefined; more = readOne(stream, expr, start)) {
    expr = more
    if (expr._tag !== "Field") stream.grow()
  }
  return expr
}

const readOne = (stream: TokenStream, expr: AstExpr, start: number): AstExpr | undefined => {
  const token = stream.peek()
  if (token.kind !== "symbol") return undefined
  const isCalled = token.value === "(" && ["Field", "Placeholder", "Call"].includes(expr._tag)
  if (isCalled) return stream.fail("Only a function can be called", token)
  const read = postfixOperators.get(token.value)
  if (read === undefined) return undefined
  stream.next()
  return read(stream, expr, start)
}

const readMember = (stream: TokenStream, expr: AstExpr, start: number, nullSafe: boolean): AstExpr => {
  const { kind, value } = stream.peek()
  if (kind === "number" && /^[0-9]+$/.test(value)) {
    const name = value.replace(/^0+(?=[0-9])/, "")
    return { _tag: "Member", expr, name, nullSafe, start, end: stream.next().end }
  }
  // `(a).b` is a member of a value, `a.b` is a path.
  const isPath = expr._tag === "Field" && expr.start === start && !nullSafe
  if (isPath && stream.isSymbol("*")) return { _tag: "Star", path: expr.path, start, end: stream.next().end }
  const { end, value: name } = stream.expectName("a field name")
  if (isPath) return { _tag: "Field", path: readPath(stream, [...expr.path, name]), start, end: stream.lastEnd }
  return { _tag: "Member", expr, name, nullSafe, start, end }
}

const readPath = (stream: TokenStream, path: Array<string>): ReadonlyArray<string> => {
  while (stream.isSymbol(".") && (stream.peek(1).kind === "word" || stream.peek(1).kind === "quoted")) {
    stream.next()
    path.push(stream.next().value)
  }
  return path
}

const readIndex = (stream: TokenStream, expr: AstExpr, start: number, nullSafe: boolean): AstExpr => {
  if (!nullSafe && stream.isSymbol(":")) return readSlice(stream, expr, undefined, start)
  const index = stream.rules.expression(stream, anyExpression)
  if (!nullSafe && stream.isSymbol(":")) return readSlice(stream, expr, index, start)
  return { _tag: "Index", expr, index, nullSafe, start, end: stream.expectSymbol("]").end }
}

/** The rest of `a[from:to]`, from the colon on. */
const readSlice = (stream: TokenStream, expr: AstExpr, from: AstExpr | undefined, start: number): AstExpr => {
  stream.expectSymbol(":")
  const to = stream.isSymbol("]") ? undefined : stream.rules.expression(stream, anyExpression)
  return { _tag: "Slice", expr, from, to, start, end: stream.expectSymbol("]").end }
}

const readCast: Postfix = (stream, expr, start) => {
  const typeName = readTypeName(stream)
  return { _tag: "Cast", expr, typeName, start, end: stream.lastEnd }
}

type Postfix = (stream: TokenStream, expr: AstExpr, start: number) => AstExpr

/** The symbols that may follow an operand directly, each with the reader of the rest. */
export const postfixOperators: ReadonlyMap<string, Postfix> = new Map<string, Postfix>([
  [".", (stream, expr, start) => readMember(stream, expr, start, false)],
  [
    "?.",
    (stream, expr, start) =>
      stream.acceptSymbol("[") ? readIndex(stream, expr, start, true) : readMember(stream, expr, start, true)
  ],
  ["[", (stream, expr, start) => readIndex(stream, expr, start, false)],
  ["::", readCast]
])
