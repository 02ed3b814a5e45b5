import { nativePerson } from "./clickHouseQueries.ts"

/** The time in which the steps of the measured funnel have to follow the first, in microseconds. */
export const chainWindow = 14 * 86_400 * 1_000_000

/** The time of an event in the microseconds of its month. */
export const chainMicros = "(toUnixTimestamp64Micro(timestamp) - 1780185599999999)"

const isStep = "event IN ('signup', 'add to cart', 'purchase')"

/**
 * A funnel of three steps in ClickHouse SQL by hand, with the times of its steps, from the sorted events of each person:
 * after each event the start of the latest chain that came to a step (0: none), carried forward; of the furthest chains the
 * first to arrive, and its times `t1`, `t2` and `t3`.
 */
export const chainTimes = (columns: string, from: string, within: string): string => {
  const code = `${chainMicros} * 8 + multiIf(event = 'signup', 1, event = 'add to cart', 2, 4)`
  const carried = (step: number, before: string) =>
    `arrayFill(x -> x > 0, arrayMap((c, s) -> if(bitTest(c, ${step}) AND s > 0 AND bitShiftRight(c, 3) - s <= ${chainWindow}, s, 0), codes, ${before}))`
  return `SELECT ${columns}arraySort(groupArray(${code})) AS codes,
      arrayFill(x -> x > 0, arrayMap(c -> if(bitTest(c, 0), bitShiftRight(c, 3), 0), codes)) AS s1,
      ${carried(1, "s1")} AS s2, ${carried(2, "s2")} AS s3,
      multiIf(s3[-1] > 0, arrayFirst(x -> x > 0, s3), s2[-1] > 0, arrayFirst(x -> x > 0, s2), arrayFirst(x -> x > 0, s1)) AS t1,
      bitShiftRight(codes[indexOf(s2, t1)], 3) AS t2, bitShiftRight(codes[indexOf(s3, t1)], 3) AS t3
    ${from} WHERE ${isStep} AND ${within} GROUP BY ${nativePerson} HAVING max(event = 'signup')`
}
