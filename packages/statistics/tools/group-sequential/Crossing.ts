/**
 * The probability that a standardised sum crosses symmetric boundaries at given looks, by numerical integration of its
 * density from look to look.
 *
 * Source: Armitage, McPherson, Rowe 1969; Jennison & Turnbull, Group Sequential Methods, chapter 19.
 */
import { normalDensity, normalUpperTail } from "@hedgerow/statistics/special/Normal"
import { type Quadrature, symmetricQuadrature } from "./Quadrature.ts"

/**
 * The distribution of the sum before a look, given that it has crossed no boundary: ascending points, the mass of each.
 */
export interface Walk {
  readonly information: number
  readonly points: ReadonlyArray<number>
  readonly masses: ReadonlyArray<number>
}

/** The sum before the first look. */
export const start: Walk = { information: 0, points: [0], masses: [1] }

/** Beyond this many deviations no mass is left that a double could add. */
const farthest = 9

/** Looks closer than this are taken to be so far apart, which bounds the work. */
const leastStep = 1e-6

/** The deviation of what is added between two looks. */
const deviationBetween = (from: number, to: number): number => Math.sqrt(Math.max(to - from, leastStep))

/** P(|sum| > z √information at the look, no boundary crossed before it). */
export const crossing = (walk: Walk, information: number, z: number): number => {
  const deviation = deviationBetween(walk.information, information)
  const boundary = z * Math.sqrt(information)
  return walk.points.reduce((sum, point, index) => {
    const above = normalUpperTail((boundary - point) / deviation)
    return sum + (walk.masses[index] ?? 0) * (above + normalUpperTail((boundary + point) / deviation))
  }, 0)
}

/** Panels that both the step to this look and the step to the next one resolve. */
const quadrature = (walk: Walk, information: number, z: number, next: number): Quadrature => {
  const steps = [deviationBetween(walk.information, information), deviationBetween(information, next)]
  return symmetricQuadrature(Math.min(z, farthest) * Math.sqrt(information), 2 * Math.min(...steps))
}

/** The density of the sum at ascending nodes, one step of the given deviation after the walk's points. */
const stepDensity = (walk: Walk, deviation: number, nodes: ReadonlyArray<number>): ReadonlyArray<number> => {
  const { masses, points } = walk
  let first = 0
  return nodes.map((node) => {
    while ((points[first] ?? node) < node - farthest * deviation) first++
    let sum = 0
    for (let index = first; (points[index] ?? Infinity) < node + farthest * deviation; index++) {
      sum += (masses[index] ?? 0) * normalDensity((node - (points[index] ?? 0)) / deviation)
    }
    return sum / deviation
  })
}

/** The walk that goes on after a look at which |sum| stayed below z √information; `next` is the next look's. */
export const advance = (walk: Walk, information: number, z: number, next: number): Walk => {
  const { nodes, weights } = quadrature(walk, information, z, next)
  const density = stepDensity(walk, deviationBetween(walk.information, information), nodes)
  return { information, points: nodes, masses: density.map((value, index) => value * (weights[index] ?? 0)) }
}

/** P(a boundary is crossed at any look). */
export const crossingAtAnyLook = (information: ReadonlyArray<number>, z: ReadonlyArray<number>): number => {
  let walk = start
  let total = 0
  for (const [look, at] of information.entries()) {
    const critical = z[look] ?? Infinity
    total += crossing(walk, at, critical)
    const next = information[look + 1]
    if (next !== undefined) walk = advance(walk, at, critical, next)
  }
  return total
}
