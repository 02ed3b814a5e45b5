/** Rows of SQL as series over time. */
import { type Drawable, textOf } from "./Answers.ts"
import { localTime } from "./LocalTimes.ts"

type Cells = ReadonlyArray<unknown>

/** A column of an answer. */
interface Column {
  readonly place: number
  readonly name: string
  readonly type: string
}

/** The series over time in a table of rows. */
export interface RowSeries {
  /** The times in their order, as the answer has them. */
  readonly points: ReadonlyArray<string>
  /** A time as the clocks of the column's zone show it: of many times few are shown. */
  readonly shown: (point: string) => string
  readonly series: ReadonlyArray<{ readonly name: string; readonly values: ReadonlyArray<number | null> }>
}

const bare = (type: string): string => type.replace(/^(?:Nullable|LowCardinality)\((.*)\)$/, "$1")

/** The columns of an answer. */
export const columnsOf = (types: unknown): ReadonlyArray<Column> =>
  (Array.isArray(types) ? types : []).map((entry: unknown, place) => {
    const [name, type] = Array.isArray(entry) ? entry : []
    return { place, name: textOf(name), type: bare(typeof type === "string" ? type : "") }
  })

const isTime = ({ type }: Column): boolean => type.startsWith("Date")

/** Whether a column has numbers. */
export const isNumber = ({ type }: Column): boolean => /^(?:U?Int|Float|Decimal)/.test(type)

/** Whether a column has names. */
export const isText = ({ type }: Column): boolean => /^(?:String|FixedString|UUID|Bool|Enum)/.test(type)

/** The rows of an answer. */
export const rowsOf = (results: unknown): ReadonlyArray<Cells> =>
  Array.isArray(results) ? results.filter((row): row is Cells => Array.isArray(row)) : []

/** The number in a cell; 64-bit integers may come as text, and have too many digits. */
export const number = (cell: unknown): number | null => {
  const value = typeof cell === "bigint" || typeof cell === "string" && cell !== "" ? Number(cell) : cell
  return typeof value === "number" && Number.isFinite(value) ? value : null
}

/** The time zone that the type of a column names. */
const zoneOf = ({ type }: Column): string => /'([^']+)'/.exec(type)?.[1] ?? "UTC"

const shownIn = (zone: string) => (point: string): string => localTime(point, zone)

/** A column of names beside a time and one number cuts the number into series. */
const cut = (rows: ReadonlyArray<Cells>, at: Column, by: Column, value: Column): RowSeries => {
  const points = [...new Set(rows.map((row) => textOf(row[at.place])))].toSorted()
  const places = new Map(points.map((point, place) => [point, place]))
  const found = new Map<string, Array<number | null>>()
  for (const row of rows) {
    const name = textOf(row[by.place])
    const values = found.get(name) ?? points.map(() => null)
    values[places.get(textOf(row[at.place])) ?? 0] = number(row[value.place])
    found.set(name, values)
  }
  return { points, shown: shownIn(zoneOf(at)), series: [...found].map(([name, values]) => ({ name, values })) }
}

/** The places of texts in their order. Rows mostly come in it already. */
const inOrder = (texts: ReadonlyArray<string>): ReadonlyArray<number> => {
  const places = texts.map((_, place) => place)
  return texts.every((text, place) => place === 0 || (texts[place - 1] ?? "") <= text)
    ? places
    : places.toSorted((one, other) => (texts[one] ?? "") < (texts[other] ?? "") ? -1 : 1)
}

/** More rows would make a wide table of gaps. */
const mostCutRows = 5_000

/** The rows of an answer as series over its time; undefined where it has no time, or no numbers. */
export const rowSeries = ({ answer }: Pick<Drawable, "answer">): RowSeries | undefined => {
  const columns = columnsOf(answer["types"])
  const rows = rowsOf(answer["results"])
  const at = columns.find(isTime)
  const numbers = columns.filter(isNumber)
  const [value] = numbers
  if (at === undefined || value === undefined) return undefined
  const by = columns.find(isText)
  if (by !== undefined && numbers.length === 1 && rows.length <= mostCutRows) return cut(rows, at, by, value)
  const texts = rows.map((row) => textOf(row[at.place]))
  const places = inOrder(texts)
  return {
    points: places.map((place) => texts[place] ?? ""),
    shown: shownIn(zoneOf(at)),
    series: numbers.map(({ name, place: column }) => ({
      name,
      values: places.map((place) => number(rows[place]?.[column]))
    }))
  }
}
