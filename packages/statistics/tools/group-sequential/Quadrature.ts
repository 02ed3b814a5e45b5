/** Gauss–Legendre quadrature on panels (Abramowitz & Stegun 25.4.30); the nodes are found by Newton's method. */

const order = 16

/** The Legendre polynomial of `order` and its derivative at x, by the three-term recurrence. */
const legendre = (x: number): readonly [value: number, slope: number] => {
  let [previous, value] = [1, x]
  for (let n = 2; n <= order; n++) [previous, value] = [value, ((2 * n - 1) * x * value - (n - 1) * previous) / n]
  return [value, order * (x * value - previous) / (x * x - 1)]
}

const rule = Array.from({ length: order }, (_, index) => {
  let x = -Math.cos(Math.PI * (index + 0.75) / (order + 0.5))
  for (let step = 0; step < 10; step++) {
    const [value, slope] = legendre(x)
    x -= value / slope
  }
  return { node: x, weight: 2 / ((1 - x * x) * legendre(x)[1] ** 2) }
})

export interface Quadrature {
  readonly nodes: ReadonlyArray<number>
  readonly weights: ReadonlyArray<number>
}

/** Ascending nodes and their weights on [-reach, reach], on panels no wider than `panel`. */
export const symmetricQuadrature = (reach: number, panel: number): Quadrature => {
  const count = Math.ceil(2 * reach / panel)
  const half = reach / count
  const centres = Array.from({ length: count }, (_, index) => -reach + (2 * index + 1) * half)
  return {
    nodes: centres.flatMap((centre) => rule.map(({ node }) => centre + half * node)),
    weights: centres.flatMap(() => rule.map(({ weight }) => half * weight))
  }
}
