import type { AstExpr, Span, WindowSpec } from "../ast/Ast.ts"
import { unaliased } from "../ast/AstWalk.ts"
import type { Expr } from "../plan/Plan.ts"
import { typeName } from "../types/SqlType.ts"
import { refuse } from "../typing/SemanticFailure.ts"
import { arityOf, type Described } from "./Described.ts"
import { shownName } from "./InternalNames.ts"
import type { Place, Planning, Scope } from "./Planning.ts"

/** One call of a function as the query wrote it. Arguments are resolved when they are asked for, once. */
export class CallSite implements Span {
  readonly name: string
  readonly asts: ReadonlyArray<AstExpr>
  readonly start: number
  readonly end: number
  readonly scope: Scope
  readonly place: Place
  readonly params: ReadonlyArray<AstExpr>
  readonly over: WindowSpec | undefined
  readonly resolve: (ast: AstExpr, place: Place) => Expr
  private readonly resolved: Array<Expr | undefined> = []

  constructor(
    name: string,
    asts: ReadonlyArray<AstExpr>,
    span: Span,
    scope: Scope,
    place: Place,
    resolve: (ast: AstExpr, place: Place) => Expr,
    /** The first argument, where it was resolved before. */
    first?: Expr,
    /** The constants before the arguments. */
    params: ReadonlyArray<AstExpr> = [],
    /** The window of an aggregate. */
    over?: WindowSpec
  ) {
    this.name = name
    this.asts = asts
    this.start = span.start
    this.end = span.end
    this.scope = scope
    this.place = place
    this.resolve = resolve
    this.params = params
    this.over = over
    if (first !== undefined) this.resolved.push(first)
  }

  get planning(): Planning {
    return this.scope.planning
  }

  get count(): number {
    return this.asts.length
  }

  /** The argument as written, without an alias. */
  ast(index: number): AstExpr {
    const ast = this.asts[index]
    return ast === undefined ? refuse(`Function '${this.name}' requires argument ${index + 1}`, this) : unaliased(ast)
  }

  /** The argument's value. */
  arg(index: number): Expr {
    const known = this.resolved[index]
    if (known !== undefined) return known
    const ast = this.asts[index] ?? this.ast(index)
    const expr = this.resolve(ast, this.place)
    this.resolved[index] = expr
    return expr
  }

  get args(): ReadonlyArray<Expr> {
    return this.asts.map((_, index) => this.arg(index))
  }

  /** An argument that must be written as a text, such as a unit. */
  text(index: number): string {
    const expr = this.arg(index)
    return expr._tag === "Literal" && typeof expr.value === "string"
      ? expr.value
      : refuse(`Argument ${index + 1} of function '${this.name}' must be a constant string`, this.ast(index))
  }

  /** A text, or a bare word such as `day`. */
  word(index: number): string {
    const ast = this.ast(index)
    const [only] = ast._tag === "Field" && ast.path.length === 1 ? ast.path : []
    return only ?? this.text(index)
  }

  /** An argument that must be written as a whole number, such as a mode. */
  integer(index: number): number {
    const expr = this.arg(index)
    return expr._tag === "Literal" && Number.isSafeInteger(expr.value)
      ? Number(expr.value)
      : refuse(`Argument ${index + 1} of function '${this.name}' must be a constant integer`, this.ast(index))
  }

  /** Fails because the number of arguments is wrong. */
  illegalArity(wanted: string): never {
    return refuse(`Function '${this.name}' requires ${wanted}, found ${this.count}`, this)
  }

  /** Fails as ClickHouse does on an argument of a type the function does not take. */
  illegalType(index: number): never {
    const expr = this.arg(index)
    return refuse(
      `Illegal type ${typeName(expr.type)} of argument of function ${shownName(this.name)}`,
      this.ast(index),
      "illegal_type_of_argument"
    )
  }

  /** Fails as ClickHouse does on operands of types that the operator does not take together. */
  illegalTypes(): never {
    const types = [this.arg(0), this.arg(1)].map(({ type }) => typeName(type)).join(" and ")
    return refuse(
      `Illegal types ${types} of arguments of function ${shownName(this.name)}`,
      this,
      "illegal_type_of_argument"
    )
  }
}

/** A function of the dialect: its description, and the expression of the plan that a call becomes. */
export interface FunctionEntry extends Described {
  readonly min: number
  readonly max: number
  readonly comparison?: true
  /** There are constants before the arguments, or may be. */
  readonly params?: true | "optional"
  /** It is composed of aggregates, and may stand before OVER. */
  readonly aggregates?: true
  readonly lower: (site: CallSite) => Expr
}

export type Entries = Readonly<Record<string, FunctionEntry>>

/** An entry that takes as many arguments as it has parameters. */
export const takes = (described: Described, lower: FunctionEntry["lower"]): FunctionEntry => ({
  ...described,
  ...arityOf(described.parameters),
  lower
})
