import type { CallSite } from "../../planning/CallSite.ts"
import { type Macro, macro } from "../Macro.ts"

const windows = (
  parameters: string,
  result: string,
  meaning: string,
  as: Macro["as"],
  example: Macro["example"]
): Macro => macro(parameters, result, meaning, as, example)

const starts = "toStartOfInterval(a, b)"
const inZone = (at: number, zone: string) => (site: CallSite): string =>
  site.count > at ? `toStartOfInterval(a, b, ${zone})` : starts

const tumble = (write: (start: string) => string) => (site: CallSite): string => write(inZone(2, "c")(site))
const hop = (write: (end: string) => string) => (site: CallSite): string => write(`${inZone(3, "d")(site)} + b`)

const tumbling = "the window of the length b that the date lies in"
const hopping = "the window of the length c that ends next, where one begins every b"

/** Windows of time. */
export const composedTimeWindows: Readonly<Record<string, Macro>> = {
  date_bin: windows(
    "interval, date, date",
    "DateTime64",
    "toStartOfInterval(b, a, c): the beginning of the interval counted from c",
    "toStartOfInterval(b, a, c)",
    [
      "date_bin(INTERVAL 15 MINUTE, toDateTime('2024-02-29 10:20:30'), toDateTime('2024-01-01 00:05:00'))",
      "2024-02-29T10:20:00Z"
    ]
  ),
  tumble: windows(
    "date, interval, zone?",
    "Tuple",
    `the beginning and the end of ${tumbling}`,
    tumble((start) => `tuple(${start}, ${start} + b)`),
    ["tumble(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR)", ["2024-02-29T10:00:00Z", "2024-02-29T11:00:00Z"]]
  ),
  tumbleStart: windows(
    "date, interval, zone?",
    "DateTime64",
    `the beginning of ${tumbling}`,
    tumble((start) => start),
    ["tumbleStart(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR)", "2024-02-29T10:00:00Z"]
  ),
  tumbleEnd: windows(
    "date, interval, zone?",
    "DateTime64",
    `the end of ${tumbling}`,
    tumble((start) => `${start} + b`),
    ["tumbleEnd(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR)", "2024-02-29T11:00:00Z"]
  ),
  hop: windows(
    "date, interval, interval, zone?",
    "Tuple",
    `the beginning and the end of ${hopping}`,
    hop((end) => `tuple(${end} - c, ${end})`),
    [
      "hop(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR, INTERVAL 3 HOUR)",
      ["2024-02-29T08:00:00Z", "2024-02-29T11:00:00Z"]
    ]
  ),
  hopStart: windows(
    "date, interval, interval, zone?",
    "DateTime64",
    `the beginning of ${hopping}`,
    hop((end) => `${end} - c`),
    ["hopStart(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR, INTERVAL 3 HOUR)", "2024-02-29T08:00:00Z"]
  ),
  hopEnd: windows(
    "date, interval, interval, zone?",
    "DateTime64",
    `the end of ${hopping}`,
    hop((end) => end),
    ["hopEnd(toDateTime('2024-02-29 10:20:30'), INTERVAL 1 HOUR, INTERVAL 3 HOUR)", "2024-02-29T11:00:00Z"]
  )
}
