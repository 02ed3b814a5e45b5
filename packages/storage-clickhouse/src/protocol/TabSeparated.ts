import type { EventTime } from "@hedgerow/core/events/EventTime"

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  "\0": "\\0"
}

const special = /[\\\t\n\r\0]/
const everySpecial = /[\\\t\n\r\0]/g

/** A text as a field of ClickHouse's TabSeparated format. */
export const textField = (value: string): string =>
  special.test(value) ? value.replace(everySpecial, (character) => escapes[character] ?? character) : value

const known = { second: 0, text: "1970-01-01 00:00:00" }

/** A second as ClickHouse reads it; events that come together share many. */
const secondText = (second: number): string => {
  if (second !== known.second) {
    const iso = new Date(second * 1000).toISOString()
    known.second = second
    known.text = `${iso.slice(0, 10)} ${iso.slice(11, 19)}`
  }
  return known.text
}

/** An event time as a field. */
export const timeField = (time: EventTime): string => {
  const second = Math.floor(time / 1_000_000)
  return `${secondText(second)}.${String(time - second * 1_000_000).padStart(6, "0")}`
}

/** An absent event time is NULL. */
export const optionalTimeField = (time: EventTime | null): string => time === null ? "\\N" : timeField(time)

/** A row of fields that are escaped already. */
export const rowOf = (fields: ReadonlyArray<string | number>): string => `${fields.join("\t")}\n`
