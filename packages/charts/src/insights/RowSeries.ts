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
  readonly points: ReadonlyArray<string>
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
  const zone = zoneOf(at)
  return {
    points: points.map((point) => localTime(point, zone)),
    series: [...found].map(([name, values]) => ({ name, values }))
  }
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
  const ordered = rows.toSorted((one, other) => textOf(one[at.place]) < textOf(other[at.place]) ? -1 : 1)
  const zone = zoneOf(at)
  return {
    points: ordered.map((row) => localTime(row[at.place], zone)),
    series: numbers.map(({ name, place }) => ({ name, values: ordered.map((row) => number(row[place])) }))
  }
}
