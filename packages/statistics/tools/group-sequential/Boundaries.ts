/**
 * Boundaries of group-sequential tests, two-sided.
 *
 * Sources: Pocock 1977; O'Brien & Fleming 1979; Lan & DeMets 1983 (spending functions).
 */
import { normalUpperQuantile, normalUpperTail } from "@hedgerow/statistics/special/Normal"
import { rootBetween } from "@hedgerow/statistics/special/Roots"
import { advance, crossing, crossingAtAnyLook, start } from "./Crossing.ts"

const equalLooks = (looks: number): ReadonlyArray<number> =>
  Array.from({ length: looks }, (_, index) => (index + 1) / looks)

/** The error of `looks` equally spaced tests at one critical value (Armitage, McPherson, Rowe 1969). */
export const repeatedTestError = (z: number, looks: number): number =>
  crossingAtAnyLook(equalLooks(looks), Array.from({ length: looks }, () => z))

const constantFor = (
  looks: number,
  alpha: number,
  shape: (constant: number, information: number) => number
): number => {
  const information = equalLooks(looks)
  const excess = (constant: number) =>
    crossingAtAnyLook(information, information.map((t) => shape(constant, t))) - alpha
  return rootBetween(excess, normalUpperQuantile(alpha / 2) / 2, normalUpperQuantile(alpha / (2 * looks)) + 0.1)
}

/** Pocock's constant: the same critical value at every look. */
export const pocockConstant = (looks: number, alpha: number): number =>
  constantFor(looks, alpha, (constant) => constant)

/** O'Brien and Fleming's constant: the last look's critical value; that of information t is the constant / √t. */
export const obrienFlemingConstant = (looks: number, alpha: number): number =>
  constantFor(looks, alpha, (constant, information) => constant / Math.sqrt(information))

/** The error that may have been spent by an information fraction. */
export type Spending = (information: number) => number

/** Lan and DeMets' spending that resembles O'Brien and Fleming's boundary. */
export const obrienFlemingSpending = (alpha: number): Spending => {
  const z = normalUpperQuantile(alpha / 4)
  return (information) => 4 * normalUpperTail(z / Math.sqrt(Math.min(information, 1)))
}

/** Spending α t^power. */
export const powerSpending = (alpha: number, power: number): Spending => (information) =>
  alpha * Math.min(information, 1) ** power

/** The critical value of each look that spends exactly what the function allows. */
export const spendingBoundaries = (information: ReadonlyArray<number>, spending: Spending): ReadonlyArray<number> => {
  let walk = start
  let spent = 0
  return information.map((at, look) => {
    const allowed = spending(at) - spent
    const excess = (z: number) => Math.log(crossing(walk, at, z) / allowed)
    const z = allowed > 0 ? rootBetween(excess, 0, normalUpperQuantile(allowed / 2) + 0.1) : Infinity
    const next = information[look + 1]
    if (next !== undefined) walk = advance(walk, at, z, next)
    spent = spending(at)
    return z
  })
}

/** Fractions of the planned sample; of the last sample, where that overran the plan. */
export const informationFractions = (samples: ReadonlyArray<number>, planned: number): ReadonlyArray<number> => {
  const full = Math.max(planned, ...samples)
  return samples.map((sample) => sample / full)
}
