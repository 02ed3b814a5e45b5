import type { CatalogueRow } from "@hedgerow/core/query/sql/catalogue/Catalogue"
import type { Random } from "./Random.ts"

/** What may stand for each parameter of the catalogue: constants, columns and properties. */
const choices: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  any: [
    "properties.t",
    "properties.q",
    "event",
    "timestamp",
    "toInt(properties.t)",
    "toFloat(properties.q)",
    "'a'",
    "NULL",
    "7"
  ],
  condition: ["event = 'open'", "properties.q > 1", "toInt(properties.t)", "NULL", "0", "true"],
  constant: ["'a'", "1"],
  count: ["1", "-3", "toInt(properties.q)", "length(event)", "9223372036854775807", "'2'"],
  date: [
    "timestamp",
    "toDate(timestamp)",
    "toDateTime(properties.t)",
    "created_at",
    "'2024-02-29'",
    "toDate(properties.t)"
  ],
  digits: ["0", "1", "-1"],
  float: ["toFloat(properties.q)", "properties.q", "1.5", "0", "length(event)"],
  interval: ["INTERVAL 1 DAY", "INTERVAL 15 MINUTE", "INTERVAL 1 MONTH", "INTERVAL 30 SECOND"],
  json: ["properties"],
  list: [
    "(1, 2)",
    "('a', 'open', NULL)",
    "(NULL)",
    "(select event from events)",
    "(select toInt(properties.q) from events)"
  ],
  mode: ["0", "1", "2", "3"],
  number: ["toInt(properties.q)", "toFloat(properties.q)", "properties.q", "-9223372036854775808", "0", "2.5", "true"],
  path: ["'t'", "'x'", "'y.z'", "1", "'k'"],
  text: ["properties.t", "event", "'o'", "''", "properties.x", "concat(event, properties.q)"],
  unit: ["'second'", "'minute'", "'hour'", "'day'", "'week'", "'month'", "'quarter'", "'year'"],
  whole: ["toInt(properties.q)", "toInt(properties.t)", "0", "3", "-1", "length(event)", "9223372036854775807"],
  // Zones that had whole quarter hours in all the years of the data, which is all that ClickHouse knows.
  zone: ["'UTC'", "'Europe/Berlin'", "'America/New_York'"]
}

const argument = (random: Random, parameter: string): ReadonlyArray<string> => {
  const [first = "NULL", ...rest] = choices[parameter.replace(/[?…]$/, "")] ?? []
  const one = () => random.pick([first, ...rest])
  if (parameter.endsWith("?")) return random.chance(0.5) ? [one()] : []
  return parameter.endsWith("…") ? random.list(1 + random.int(3), one) : [one()]
}

/** A query that calls the function with arguments of the kinds that its row names; not every one means something. */
export const randomCall = (random: Random, { name, parameters, kind }: CatalogueRow): string => {
  const call = `${name}(${parameters.flatMap((parameter) => argument(random, parameter)).join(", ")})`
  return kind === "function"
    ? `SELECT ${call} FROM events`
    : `SELECT event, ${call} FROM events GROUP BY event`
}
