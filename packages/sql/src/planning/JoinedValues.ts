import type { AstExpr } from "../ast/Ast.ts"
import type { Expr, Source } from "../plan/Plan.ts"

/** A sub-query that is a value of each row: joined to the rows by its keys. */
export interface JoinedValue {
  readonly value: Expr
  /** The values of the row that the keys are compared with. */
  readonly keys: ReadonlyArray<Expr>
  readonly source: Source
  readonly on: Expr
}

/** The sub-queries of one SELECT that compare with its rows: each is joined once, wherever its value is read. */
export interface JoinedValues {
  readonly of: (ast: AstExpr) => JoinedValue | undefined
  readonly add: (ast: AstExpr, value: JoinedValue) => void
  readonly all: () => ReadonlyArray<JoinedValue>
  /** The source with the values beside each row: none of its rows is lost, and none is there twice. */
  readonly around: (source: Source) => Source
}

export const makeJoinedValues = (): JoinedValues => {
  const joined = new Map<AstExpr, JoinedValue>()
  return {
    of: (ast) => joined.get(ast),
    add: (ast, value) => void joined.set(ast, value),
    all: () => [...joined.values()],
    around: (source) =>
      [...joined.values()].reduce<Source>(
        (left, { on, source }) => ({ _tag: "Join", kind: "left", left, right: source, on }),
        source
      )
  }
}
