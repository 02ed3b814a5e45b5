/**
 * Finds a root of a continuous function, by the Illinois form of the method of false position (Dowell & Jarratt 1971).
 */

const enough = 4 * Number.EPSILON

/** The root between two points at which the function has opposite signs; NaN when it has not. */
export const rootBetween = (f: (x: number) => number, from: number, to: number): number => {
  let [a, b, fa, fb] = [from, to, f(from), f(to)]
  if (fa === 0) return a
  if (!(fa * fb <= 0)) return Number.NaN
  for (let step = 0; step < 200 && fb !== 0 && Math.abs(b - a) > enough * Math.abs(b); step++) {
    const halved = step % 20 === 19 || !Number.isFinite(fa) || !Number.isFinite(fb)
    const next = halved ? (a + b) / 2 : b - fb * (b - a) / (fb - fa)
    const value = f(next)
    if (value * fb < 0) {
      a = b
      fa = fb
    } else {
      fa /= 2
    }
    if (next === b) break
    b = next
    fb = value
  }
  return b
}
