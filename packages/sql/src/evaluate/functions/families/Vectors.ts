import type { Cell } from "../../../types/Cell.ts"
import { strict } from "../Implementation.ts"

type Vector = ReadonlyArray<Cell>

const numbers = (vector: Vector): ReadonlyArray<number> => vector.map(Number)
const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

/** Member by member; the shorter vector is filled up with 0. */
const pairs = (a: Vector, b: Vector, f: (x: number, y: number) => number): ReadonlyArray<number> =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, i) => f(Number(a[i] ?? 0), Number(b[i] ?? 0)))

export const vectors = {
  L1Norm: strict((a: Vector) => sum(numbers(a).map(Math.abs))),
  L2Norm: strict((a: Vector) => Math.sqrt(sum(numbers(a).map((x) => x * x)))),
  LinfNorm: strict((a: Vector) => numbers(a).reduce((most, x) => Math.max(most, Math.abs(x)), 0)),
  dotProduct: strict((a: Vector, b: Vector) => sum(pairs(a, b, (x, y) => x * y))),
  powerSum: strict((a: Vector, power: number) => sum(numbers(a).map((x) => Math.abs(x) ** power))),
  difference: strict((a: Vector, b: Vector) => pairs(a, b, (x, y) => x - y)),
  scaled: strict((a: Vector, by: number) => numbers(a).map((x) => x / by))
}
