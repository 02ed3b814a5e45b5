import type { Expr } from "./Expr.ts"

/** Facts about expressions that are found once: at most one for each. */
export interface ExprNotes<A> {
  readonly of: (expr: Expr) => A | undefined
  readonly note: (expr: Expr, value: A) => void
}

/** The constructor returns the object that it is given: classes that extend it give their fields to that. */
class Given {
  declare readonly _tag: Expr["_tag"]
  constructor(given: Given) {
    return given
  }
}

/**
 * Notes that lie on the expressions themselves, in a private field: no copy of an expression has it, nothing else sees
 * it. A WeakMap of as many entries takes most of the time of large statements, as the garbage collector goes through
 * it again and again. For notes that hold for ever; those of one statement lie in a Map that ends with it.
 */
export const makeExprNotes = <A>(): ExprNotes<A> => {
  class Noted extends Given {
    #value: A
    constructor(expr: Given, value: A) {
      super(expr)
      this.#value = value
    }
    static of(expr: object): A | undefined {
      return #value in expr ? expr.#value : undefined
    }
    static note(expr: Given, value: A): Given {
      if (!(#value in expr)) return new Noted(expr, value)
      expr.#value = value
      return expr
    }
  }
  return Noted
}
