import { makeExprKeys } from "../plan/ExprKeys.ts"
import type { Expr, Source } from "../plan/Plan.ts"
import { selectPlan } from "../plan/Plan.ts"

/** The calls of `arrayJoin` in one SELECT: equal ones are one. */
export interface ArrayJoins {
  /** The member at hand of the array. */
  readonly member: (array: Expr) => Expr | undefined
  /** The arrays so far, in the order in which they multiply the rows. */
  readonly all: () => ReadonlyArray<JoinedArray>
  /** The source with each row as often as the arrays have members; of these arrays, or of all. */
  readonly around: (source: Source | undefined, arrays?: ReadonlyArray<JoinedArray>) => Source | undefined
}

/** An array, and its member at hand. */
export interface JoinedArray {
  readonly alias: string
  readonly array: Expr
  readonly member: Expr
}

export const makeArrayJoins = (nextAlias: (name: string) => string): ArrayJoins => {
  const keyOf = makeExprKeys()
  const joined = new Map<number, JoinedArray>()
  return {
    member: (array) => {
      if (array.type.kind !== "Array") return undefined
      const key = keyOf(array)
      const known = joined.get(key)
      if (known !== undefined) return known.member
      const alias = nextAlias("array")
      const member: Expr = { _tag: "Column", source: alias, name: "member", type: array.type.element }
      joined.set(key, { alias, array, member })
      return member
    },
    all: () => [...joined.values()],
    around: (source, arrays = [...joined.values()]) =>
      arrays.reduce<Source | undefined>((source, { alias, array, member }) => ({
        _tag: "ArrayJoin",
        kind: "inner",
        source: source ?? oneRow(nextAlias),
        items: [{ name: "member", expr: array, type: member.type }],
        alias
      }), source)
  }
}

/** One row without columns. */
export const oneRow = (nextAlias: (name: string) => string): Source => ({
  _tag: "Subquery",
  plan: selectPlan([{ name: "one", expr: { _tag: "Literal", value: 1, type: { kind: "UInt8", nullable: false } } }]),
  alias: nextAlias("row")
})
