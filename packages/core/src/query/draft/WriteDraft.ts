import { startOf } from "./DateRules.ts"
import type { Draft, Measure } from "./Draft.ts"
import { countOfEvents } from "./MeasureRules.ts"
import { Unclear } from "./PromptReader.ts"
import { textSql } from "./Vocabulary.ts"

/** Rows of a result by time: more than the default limit has. */
const rowsByTime = 10_000

/** The condition that an event is one of these. */
export const eventCondition = (names: ReadonlyArray<string>): string =>
  names.length === 1
    ? `event = ${textSql(names[0] ?? "")}`
    : `event IN (${names.map((name) => textSql(name)).join(", ")})`

/** `toStartOfDay(timestamp)`. */
export const intervalSql = (interval: string): string => startOf(interval, "timestamp")

const conditionsOf = ({ dates, events, filters }: Draft): ReadonlyArray<string> => [
  ...(events === undefined ? [] : [eventCondition(events)]),
  ...filters,
  ...(dates === undefined ? [] : [dates])
]

const clause = (name: string, items: ReadonlyArray<string>, joint = ", "): ReadonlyArray<string> =>
  items.length === 0 ? [] : [`${name} ${items.join(joint)}`]

const orderOf = ({ groups, interval, limit }: Draft, { name }: Measure): ReadonlyArray<string> => {
  const ranked = groups.length > 0 ? [`${name} ${limit?.isDescending === false ? "ASC" : "DESC"}`, ...groups] : []
  return interval === undefined ? ranked : [interval, ...ranked]
}

const limitOf = ({ interval, limit }: Draft): ReadonlyArray<string> => {
  if (interval === undefined) return limit === undefined ? [] : [`LIMIT ${limit.rows}`]
  return [...(limit === undefined ? [] : [`LIMIT ${limit.rows} BY ${interval}`]), `LIMIT ${rowsByTime}`]
}

/** The SQL of what is asked for. */
export const writeDraft = (draft: Draft): string => {
  const { groups, interval, limit, measure = countOfEvents } = draft
  if (limit !== undefined && groups.length === 0) throw new Unclear("What the rows are to be is not said.")
  const time = interval === undefined ? [] : [`${intervalSql(interval)} AS ${interval}`]
  const columns = [...time, ...groups, `${measure.sql} AS ${measure.name}`]
  return [
    `SELECT\n    ${columns.join(",\n    ")}`,
    "FROM events",
    ...clause("WHERE", conditionsOf(draft), "\n    AND "),
    ...clause("GROUP BY", [...(interval === undefined ? [] : [interval]), ...groups]),
    ...clause("ORDER BY", orderOf(draft, measure)),
    ...limitOf(draft)
  ].join("\n")
}
