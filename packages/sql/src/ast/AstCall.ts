import type { AstExpr, Span } from "./Ast.ts"

/** A call as it is written without parameters, DISTINCT and OVER, such as one that an operator or a form stands for. */
export const callOf = (
  name: string,
  args: ReadonlyArray<AstExpr>,
  { end, start }: Span
): Extract<AstExpr, { readonly _tag: "Call" }> => ({
  _tag: "Call",
  name,
  params: undefined,
  args,
  distinct: false,
  over: undefined,
  start,
  end
})
