const lanczos = [
  0.9999999999999971,
  57.15623566586292,
  -59.59796035547549,
  14.136097974741746,
  -0.4919138160976202,
  3.399464998481189e-05,
  4.652362892704858e-05,
  -9.837447530487956e-05,
  0.0001580887032249125,
  -0.00021026444172410488,
  0.00021743961811521265,
  -0.0001643181065367639,
  8.441822398385275e-05,
  -2.6190838401581408e-05,
  3.6899182659531625e-06
] as const

/** The logarithm of the gamma function of a number from 0.5, after Lanczos. */
const lanczosLogarithm = (a: number): number => {
  const shifted = a - 1 + 607 / 128 + 0.5
  const [first, ...rest] = lanczos
  const series = rest.reduce<number>((sum, coefficient, i) => sum + coefficient / (a + i), first)
  return Math.log(Math.sqrt(2 * Math.PI) * series) + (a - 0.5) * Math.log(shifted) - shifted
}

const isPole = (a: number): boolean => a <= 0 && Number.isInteger(a)

/** The logarithm of the size of the gamma function. */
export const logGamma = (a: number): number => {
  if (!Number.isFinite(a)) return Number.isNaN(a) ? a : Infinity
  if (isPole(a)) return Infinity
  if (a === 1 || a === 2) return 0
  if (a > 1e15) return a * (Math.log(a) - 1)
  return a < 0.5 ? Math.log(Math.PI / Math.abs(Math.sin(Math.PI * (a % 2)))) - logGamma(1 - a) : lanczosLogarithm(a)
}

/** The gamma function: exact for whole numbers up to 23, NaN at the poles. */
export const gamma = (a: number): number => {
  if (a === 0) return Object.is(a, -0) ? -Infinity : Infinity
  if (isPole(a) || a === -Infinity) return Number.NaN
  if (Number.isInteger(a) && a < 24) return Array.from({ length: a - 1 }, (_, i) => i + 1).reduce((x, y) => x * y, 1)
  if (a < 0.5) return Math.PI / (Math.sin(Math.PI * (a % 2)) * gamma(1 - a))
  return a > 171.7 ? Infinity : Math.exp(lanczosLogarithm(a))
}

/** The series of the error function, for small numbers. */
const series = (a: number): number => {
  let [term, sum] = [a, a]
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-17; n++) {
    term *= -a * a / n
    sum += term / (2 * n + 1)
    if (n > 200) break
  }
  return 2 / Math.sqrt(Math.PI) * sum
}

/** The continued fraction of its complement, for numbers from 2. */
const fraction = (a: number): number => {
  let value = 0
  for (let n = 80; n > 0; n--) value = n / 2 / (a + value)
  return Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + value)
}

/** The error function. */
export const errorFunction = (a: number): number => {
  if (Number.isNaN(a)) return a
  const size = Math.abs(a)
  return size < 2 ? series(a) : Math.sign(a) * (1 - fraction(size))
}

/** 1 - erf(a), exact where that is small. */
export const errorComplement = (a: number): number => {
  if (Number.isNaN(a)) return a
  if (a < 2) return 1 - errorFunction(a)
  return a > 28 ? 0 : fraction(a)
}
