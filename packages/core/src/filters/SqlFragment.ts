import type { AstExpr, SelectStatement, Span, Statement } from "@hedgerow/sql/ast/Ast"
import { unaliased } from "@hedgerow/sql/ast/AstWalk"
import { type SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { wallText } from "@hedgerow/sql/evaluate/dates/Civil"
import { parseExpression, parseStatement } from "@hedgerow/sql/parse/Parser"
import { constant, type CountNodes, fillPlaceholders } from "@hedgerow/sql/planning/Placeholders"
import { Result } from "effect"
import type { EventTime } from "../events/EventTime.ts"

type Value = string | number | boolean | null | ReadonlyArray<string>

type Part =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Value"; readonly value: Value }
  | { readonly _tag: "Expression"; readonly text: string }
  | { readonly _tag: "Tree"; readonly tree: AstExpr; readonly text: string | undefined }

/**
 * A piece of a query as trusted text. Outside input is a value, which is never read as text, or a whole expression,
 * which is read by itself.
 */
export interface Sql {
  readonly parts: ReadonlyArray<Part>
}

const textOf = (text: string): Part => ({ _tag: "Text", text })

const isSql = (value: Sql | Value): value is Sql => typeof value === "object" && value !== null && "parts" in value

/** The texts of each place in this house's code, which are the same objects each time it runs. */
const textsOf = new WeakMap<TemplateStringsArray, ReadonlyArray<Part>>()

/** A piece of a query with other pieces, and with values, in it. */
export const sql = (texts: TemplateStringsArray, ...values: ReadonlyArray<Sql | Value>): Sql => {
  const known = textsOf.get(texts) ?? texts.map(textOf)
  textsOf.set(texts, known)
  const parts: Array<Part> = []
  for (const [index, text] of known.entries()) {
    parts.push(text)
    const value = values[index]
    if (value === undefined) continue
    if (isSql(value)) parts.push(...value.parts)
    else parts.push({ _tag: "Value", value })
  }
  return { parts }
}

/** A name in a query: one that this house chose. */
export const named = (name: string): Sql => ({ parts: [textOf(`\`${name}\``)] })

/** A word of a query, such as the name of a function. */
export const bare = (word: string): Sql => ({ parts: [textOf(word)] })

/** An expression that a user wrote. */
export const written = (text: string): Sql => ({ parts: [{ _tag: "Expression", text }] })

/** An expression that was read, of a text that a user wrote if there is one. */
export const read = (tree: AstExpr, text?: string): Sql => ({ parts: [{ _tag: "Tree", tree, text }] })

/** A constant instant. */
export const instant = (time: EventTime): Sql => sql`toDateTime(${wallText(time)}, 'UTC')`

/** The pieces with a separator between them. */
export const joined = (pieces: ReadonlyArray<Sql>, separator = ", "): Sql => ({
  parts: pieces.flatMap(({ parts }, index) => index === 0 ? parts : [textOf(separator), ...parts])
})

/** Holds always. */
export const always: Sql = sql`true`

/** Whether both pieces are written alike. */
export const isSame = (one: Sql, other: Sql): boolean =>
  one === other || JSON.stringify(one.parts) === JSON.stringify(other.parts)

const combined = (pieces: ReadonlyArray<Sql>, operator: string, none: Sql): Sql => {
  const [first, ...others] = pieces
  if (first === undefined) return none
  return others.length === 0 ? first : sql`(${joined(pieces, ` ${operator} `)})`
}

/** Holds where all of them hold. */
export const allOf = (conditions: ReadonlyArray<Sql>): Sql =>
  combined(conditions.filter((condition) => condition !== always), "AND", always)

/** Holds where one of them holds; never where there is none. */
export const anyOf = (conditions: ReadonlyArray<Sql>): Sql => combined(conditions, "OR", sql`false`)

type SqlError = SqlSyntaxError | SqlSemanticError

/** Reads an expression that a user wrote by itself. */
export const readExpression = (text: string): Result.Result<AstExpr, SqlSyntaxError> =>
  Result.mapError(parseExpression(text), (error) => new SqlSyntaxError({ ...error, text }))

/** The statement that a piece is, its values and expressions with the positions that they are given. */
export const statementWith = (
  { parts }: Sql,
  { constantAt = () => undefined, spanAt = (_, span) => span, treeAt = (_, tree) => tree }: {
    readonly spanAt?: (index: number, span: Span) => Span
    readonly treeAt?: (index: number, tree: AstExpr) => AstExpr
    /** What stands for a value instead of a constant. */
    readonly constantAt?: (index: number, span: Span, count: CountNodes) => AstExpr | undefined
  }
): Result.Result<Statement, SqlError> =>
  Result.gen(function*() {
    const written = new Map<string, AstExpr>()
    for (const [index, part] of parts.entries()) {
      if (part._tag === "Expression") {
        written.set(`v${index}`, treeAt(index, unaliased(yield* readExpression(part.text))))
      }
      if (part._tag === "Tree") written.set(`v${index}`, treeAt(index, part.tree))
    }
    const text = parts.map((part, index) => part._tag === "Text" ? part.text : `{v${index}}`).join("")
    return yield* fillPlaceholders(yield* parseStatement(text), ({ path: [name = ""], span }, count) => {
      const index = Number(name.slice(1))
      const part = parts[index]
      if (part?._tag !== "Value") return written.get(name)
      return constantAt(index, span, count) ?? constant(part.value, spanAt(index, span), count)
    })
  })

/** The statement that a piece is. */
export const statementOf = (piece: Sql): Result.Result<Statement, SqlError> => statementWith(piece, {})

/** The expression that a piece is. */
export const expressionOf = (piece: Sql): Result.Result<AstExpr, SqlError> =>
  Result.map(statementOf(sql`SELECT ${piece}`), (statement) => {
    const [column] = (statement as SelectStatement).columns
    if (column === undefined) throw new Error("a SELECT without a column")
    return column
  })
