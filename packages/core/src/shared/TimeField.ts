import { DateTime, Option, Result } from "effect"
import { Field, refused } from "./Field.ts"

const wrongTime = "Datetime has wrong format. Use one of these formats instead: "
  + "YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z]."

const timeForm = /^(?!0000)\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/

/** Whether the calendar has the day at the beginning of a text: readers take the 30th of February for a day of March. */
const isDay = (text: string): boolean => {
  const [day] = text.split(/[T ]/)
  return Option.exists(DateTime.make(`${day}T00:00:00Z`), (read) => DateTime.formatIsoDateUtc(read) === day)
}

/** The last instant with a year of four digits, and the first one that every storage has. */
const [first, last] = [DateTime.makeUnsafe("0001-01-01T00:00:00Z"), DateTime.makeUnsafe("9999-12-31T23:59:59.999Z")]

/** Whether a time is later than all that a client can send. */
export const isAfterTimes = (time: DateTime.Utc | undefined): boolean =>
  time !== undefined && DateTime.isGreaterThan(time, last)

const readTime = (text: string): DateTime.Utc | undefined => {
  const form = timeForm.exec(text)
  if (form === null || !isDay(form[0])) return undefined
  const read = DateTime.make(`${form[0].replace(" ", "T").replace(",", ".")}${form[1] === undefined ? "Z" : ""}`)
  return Option.getOrUndefined(
    Option.filter(Option.map(read, DateTime.toUtc), DateTime.between({ minimum: first, maximum: last }))
  )
}

/** A time, of UTC unless it has an offset. */
export const time = (): Field<DateTime.Utc, true, string> =>
  Field.make<DateTime.Utc, string>((value) => {
    const read = typeof value === "string" ? readTime(value.trim()) : undefined
    return read === undefined ? refused("invalid_input", wrongTime) : Result.succeed(read)
  }, { type: "string", pattern: timeForm.source })
