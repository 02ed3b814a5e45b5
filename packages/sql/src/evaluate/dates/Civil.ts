export const secondMicros = 1_000_000
export const dayMicros = 86_400_000_000

/** The quotient toward negative infinity, exact for safe integers. */
export const floorDivide = (a: number, b: number): number => (a - floorModulo(a, b)) / b

/** The remainder with the sign of the divisor. */
export const floorModulo = (a: number, b: number): number => {
  const rest = a % b
  return rest < 0 ? rest + b : rest + 0
}

export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** Days since 1970-01-01 of a date of the Gregorian calendar; the day may lie outside its month. */
export const daysOf = (year: number, month: number, day: number): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date of a number of days since 1970-01-01. */
export const civilOf = (days: number): CivilDate => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  }
}

export const daysInMonth = (year: number, month: number): number =>
  month === 12 ? 31 : daysOf(year, month + 1, 1) - daysOf(year, month, 1)

const two = (value: number): string => String(value).padStart(2, "0")

/** `2020-01-31`. */
export const dateText = (days: number): string => {
  const { day, month, year } = civilOf(days)
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`
}

/** `2020-01-31 10:00:00.000000` of a wall clock in microseconds. */
export const wallText = (wall: number): string => {
  const days = floorDivide(wall, dayMicros)
  const time = wall - days * dayMicros
  const seconds = Math.floor(time / secondMicros)
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${dateText(days)} ${clock}.${String(time % secondMicros).padStart(6, "0")}`
}
