import type { AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"

/** An insight, as a query and as ClickHouse SQL written by hand for the same numbers. */
export interface InsightShape {
  readonly name: string
  readonly kind: AnswerableKind
  readonly node: JsonRecord
  readonly native: string
  /** The numbers of the answer, and those of the rows: but for zeros and their order they must be equal. */
  readonly ours: (results: ReadonlyArray<JsonRecord>) => ReadonlyArray<number>
  readonly theirs: (rows: ReadonlyArray<ReadonlyArray<unknown>>) => ReadonlyArray<number>
}

/** The last columns of every row. */
export const lastColumns = (columns: number) => (rows: ReadonlyArray<ReadonlyArray<unknown>>): ReadonlyArray<number> =>
  rows.flatMap((row) => row.slice(-columns).map(Number))

const inOrder = (numbers: ReadonlyArray<number>): ReadonlyArray<number> =>
  numbers.filter((number) => number !== 0).toSorted((one, other) => one - other)

/** Whether both have the same numbers but for zeros, their order and the last digits of sums of fractions. */
export const areEqual = (mine: ReadonlyArray<number>, theirs: ReadonlyArray<number>): boolean => {
  const [one, other] = [inOrder(mine), inOrder(theirs)]
  return one.length > 0 && one.length === other.length
    && one.every((number, index) => Math.abs(number - (other[index] ?? 0)) <= 1e-9 * Math.abs(number))
}
