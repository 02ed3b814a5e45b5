import type { AstExpr, Statement } from "@hedgerow/sql/ast/Ast"
import { type Trace, type TracedValue, withValues } from "@hedgerow/sql/plan/Traced"
import { printExpression, printStatement } from "@hedgerow/sql/print/Printer"

/** A statement as text, with the values that it is asked with. */
export interface StatementText {
  readonly print: (values: ReadonlyArray<TracedValue>) => string
}

/** Characters of no language, which stand around the number of a value. */
const markOf = (_: TracedValue, index: number): string => `\ue000${index}\ue001`

const marks = /'?\ue000(\d+)\ue001'?/

const printed = (value: TracedValue = ""): string => {
  const span = { start: 0, end: 0 }
  const node: AstExpr = typeof value === "string"
    ? { _tag: "Text", value, ...span }
    : { _tag: "Number", text: String(value), ...span }
  return printExpression(node)
}

/** The text of a statement, which is printed once where its values stand for themselves in it. */
export const makeStatementText = (
  statement: Statement,
  trace: Trace,
  values: ReadonlyArray<TracedValue>
): StatementText => {
  const pieces = withValues(trace, values.map(markOf), () => printStatement(statement)).split(marks)
  const print = (given: ReadonlyArray<TracedValue>): string =>
    pieces.map((piece, at) => at % 2 === 0 ? piece : printed(given[Number(piece)])).join("")
  const whole = (given: ReadonlyArray<TracedValue>): string => withValues(trace, given, () => printStatement(statement))
  return { print: print(values) === whole(values) ? print : whole }
}
