import type { CatalogueRow } from "@hedgerow/sql/catalogue/Catalogue"
import { Array } from "effect"
import type { Random } from "./Random.ts"

/** The arguments for each parameter of the catalogue: constants, columns and properties. */
const choices: Readonly<Record<string, readonly [string, ...ReadonlyArray<string>]>> = {
  any: [
    "properties.t",
    "properties.q",
    "event",
    "timestamp",
    "toInt(properties.t)",
    "toFloat(properties.q)",
    "toUInt64(properties.t)",
    "toDecimal(properties.q, 2)",
    "'a'",
    "NULL",
    "7"
  ],
  array: [
    "[1, 2, 3]",
    "['a', NULL]",
    "[event, properties.t]",
    "[]",
    "[toInt(properties.q), 2]",
    "arrayMap(x -> x, [event])",
    "[toUInt64(properties.t), 18446744073709551615]",
    "[toDecimal(properties.q, 1), 2]"
  ],
  condition: ["event = 'open'", "properties.q > 1", "toInt(properties.t)", "NULL", "0", "true"],
  constant: ["'a'", "1", "','", "'String'", "'$.a'"],
  count: ["1", "-3", "toInt(properties.q)", "length(event)", "9223372036854775807", "'2'"],
  date: [
    "timestamp",
    "toDate(timestamp)",
    "toDateTime(properties.t)",
    "created_at",
    "'2024-02-29'",
    "toDate(properties.t)"
  ],
  // A text is canonical JSON or none: what else it may be engines write in ways of their own.
  document: ["properties", "event", "'{\"t\":[1,\"x\"],\"x\":{\"k\":0.5}}'"],
  floats: ["[1.5, toFloat(properties.q)]", "(1, 2)", "[]"],
  bits: ["length(event)", "toFloat(properties.q)", "-3.5"],
  wholes: ["[1, 2, 3]", "[length(event), 7]", "[]", "groupArray(length(event))"],
  steps: ["2", "3", "51", "length(event)"],
  texts: ["[event, properties.t]", "['a', NULL]", "[]"],
  decimal: ["toDecimal(properties.q, 2)", "toDecimal128(properties.t, 5)", "toInt(properties.q)", "NULL"],
  digits: ["0", "1", "-1"],
  scale: ["0", "2", "9"],
  type: ["'UInt8'", "'UInt64'", "'Decimal(10, 2)'", "'Nullable(Int64)'", "'LowCardinality(String)'", "'DateTime64(3)'"],
  float: ["toFloat(properties.q)", "toDecimal(properties.q, 2)", "properties.q", "1.5", "0", "length(event)"],
  interval: [
    "toIntervalDay(toInt(properties.q))",
    "INTERVAL 1 DAY",
    "INTERVAL 15 MINUTE",
    "INTERVAL 1 MONTH",
    "INTERVAL 30 SECOND"
  ],
  json: ["properties"],
  lambda: ["x -> x", "x -> x > 1", "(x, y) -> x", "(x, y) -> y = x", "x -> concat(x, event)"],
  list: [
    "(1, 2)",
    "('a', 'open', NULL)",
    "(NULL)",
    "(select event from events)",
    "(select toInt(properties.q) from events)"
  ],
  map: ["map('a', 1, 'b', 2)", "map(event, toDecimal(properties.q, 2))", "map(event, properties.t)", "map(1, 'a')"],
  mode: ["0", "1", "2", "3"],
  number: [
    "toUInt64(properties.t)",
    "toDecimal(properties.q, 2)",
    "toInt(properties.q)",
    "toFloat(properties.q)",
    "properties.q",
    "-9223372036854775808",
    "toUnixTimestamp(timestamp)",
    "0",
    "2.5",
    "true"
  ],
  query: ["select 1", "select event from events where event = 'none'"],
  pattern: ["'[a-z]+'", "'o'", "'([0-9]+)'"],
  path: ["'t'", "'x'", "'y.z'", "1", "'k'"],
  text: ["properties.t", "event", "'o'", "''", "properties.x", "concat(event, properties.q)"],
  tuple: [
    "(1, 2)",
    "(toDecimal(properties.q, 2), toUInt64(properties.t))",
    "(1, 'a')",
    "(event, NULL)",
    "tuple(toInt(properties.q), event)"
  ],
  unit: ["'second'", "'minute'", "'hour'", "'day'", "'week'", "'month'", "'quarter'", "'year'"],
  value: [
    "toUInt64(properties.t)",
    "toDecimal(properties.q, 3)",
    "properties.t",
    "properties.q",
    "event",
    "timestamp",
    "toInt(properties.t)",
    "NULL",
    "7"
  ],
  whole: [
    "toUInt64(properties.t)",
    "toInt(properties.q)",
    "toInt(properties.t)",
    "0",
    "3",
    "-1",
    "length(event)",
    "9223372036854775807"
  ],
  // Zones that had whole quarter hours in all the years of the data, which is all that ClickHouse knows.
  zone: ["'UTC'", "'Europe/Berlin'", "'America/New_York'"]
}

const maps = ["map('a', 1, 'b', 2)", "map(event, length(event))", "map('a', toInt(properties.q), event, 1)"] as const
const lists = ["[1, 3, 2]", "[toInt(properties.q), length(event)]"] as const

/** The arguments of functions whose parameters fit each other. */
const fitting: ReadonlyMap<string, ReadonlyArray<readonly [string, ...ReadonlyArray<string>]>> = new Map(
  Object.entries({
    arrayFilter: [["x -> x > 1"], lists],
    arrayFold: [["(total, x) -> total + x"], lists, ["toInt(0)"]],
    arrayMap: [["x -> x * 2"], lists],
    arrayReduce: [["'max'", "'min'", "'sum'", "'count'", "'uniq'"], lists],
    avgMap: [maps],
    mapApply: [["(k, v) -> (k, v * 2)"], maps],
    mapFilter: [["(k, v) -> v > 1"], maps],
    maxMap: [maps],
    minMap: [maps],
    pointInPolygon: [["(3, 3)", "(length(event), 4)"], ["[(6, 0), (8, 4), (5, 8), (0, 2)]"]],
    sumMap: [maps],
    tuplePlus: [["(1, 2)", "(length(event), 7)"], ["(3, 4)", "(toInt(properties.q), 1)"]]
  })
)

/** Those of the function, or of the one whose `If` form it is, with a condition. */
const fittingArguments = (random: Random, name: string): ReadonlyArray<string> | undefined => {
  const own = fitting.get(name)
  const plain = own ?? fitting.get(name.replace(/If$/, ""))
  return plain?.map((texts) => random.pick(texts)).concat(own === undefined ? argument(random, "condition") : [])
}

const argument = (random: Random, parameter: string): ReadonlyArray<string> => {
  const [first = "NULL", ...rest] = choices[parameter.replace(/[?…]+$/, "")] ?? []
  const one = () => random.pick([first, ...rest])
  if (parameter.endsWith("?") && random.chance(0.5)) return []
  return parameter.includes("…") ? random.list(1 + random.int(3), one) : [one()]
}

/** The parameters before the arguments of aggregates that need them. */
const parametersOf = (name: string): string =>
  name.startsWith("quantile")
    ? "(0.9)"
    : name.startsWith("windowFunnel")
    ? "(3600)"
    : name.startsWith("sequence")
    ? "('(?1).*(?1)')"
    : /^(?:topK|groupArraySample)/.test(name)
    ? "(3)"
    : ""

/** Arrays in no order of their own. */
const unordered = /^groupArray(?:If)?$/
/** Those whose value hangs on the order of rows: arrays, their texts and states, and differences of neighbours. */
const listed = /^(?:groupArray(?!Sample)|json_agg|array_agg|deltaSum|(?:quantiles?|median)State)/

/** Calls of functions of one kind as columns of one query; `list` are aggregates over rows in an order. */
export interface Calls {
  readonly kind: CatalogueRow["kind"] | "list"
  readonly columns: ReadonlyArray<string>
}

/** A call of the function with arguments of the kinds that its row names; not every one means something. */
export const randomCall = (random: Random, { name, parameters, kind }: CatalogueRow): Calls => {
  const args = (fittingArguments(random, name) ?? parameters.flatMap((parameter) => argument(random, parameter))).join(
    ", "
  )
  const call = `${name}${parametersOf(name)}(${args})`
  switch (kind) {
    case "function":
      return { kind, columns: [call] }
    case "aggregate":
      // Without an order of its own an array has none.
      if (unordered.test(name) && random.chance(0.5)) return { kind, columns: [`arraySort(${call})`] }
      return { kind: listed.test(name) ? "list" : kind, columns: [call] }
    case "window":
      return { kind, columns: [`${call} OVER (PARTITION BY event ORDER BY timestamp, uuid)`] }
  }
}

/** The calls as a statement over the events. */
export const statementOf = ({ columns, kind }: Calls): string =>
  kind === "function"
    ? `SELECT ${columns.join(", ")} FROM events`
    : kind === "aggregate"
    ? `SELECT event, ${columns.join(", ")} FROM events GROUP BY event`
    : kind === "list"
    ? `SELECT event, ${columns.join(", ")} FROM (SELECT * FROM events ORDER BY timestamp, uuid) GROUP BY event`
    : `SELECT event, ${columns.join(", ")} FROM events`

/** A call that makes rows of its own, or one of all rows, stands alone. */
const isAlone = ({ columns, kind }: Calls): boolean =>
  kind === "function" && columns.some((column) => /arrayJoin|groupArray/.test(column))

/** The calls in few statements of many columns: engines take longer to begin such a statement than to run it. */
export const packed = (calls: ReadonlyArray<Calls>, size: number): ReadonlyArray<Calls> => [
  ...calls.filter(isAlone),
  ...(["function", "aggregate", "list", "window"] as const).flatMap((kind) =>
    Array.chunksOf(calls.filter((one) => one.kind === kind && !isAlone(one)), size).map((part) => ({
      kind,
      columns: part.flatMap(({ columns }) => columns)
    }))
  )
]
