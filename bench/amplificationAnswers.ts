/** The worst known answers of each form, alone and eight at once, to a server with a heap of 1 GiB. */
import type { Attack, Exchange, Target } from "./Attack.ts"

const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i))

const sent = (target: Target, path: string, body: unknown, accept = "application/json"): Exchange => ({
  method: "POST",
  path: `/api/projects/1/${path}`,
  headers: { "content-type": "application/json", authorization: `Bearer ${target.key}`, accept },
  body: Buffer.from(JSON.stringify(body))
})

const read = (target: Target, path: string): Exchange => ({
  method: "GET",
  path: `/api/projects/1/${path}`,
  headers: { authorization: `Bearer ${target.key}` },
  body: undefined
})

/** Text of a query, another one for each copy of a request: equal ones would share one run. */
type Text = (copy: number) => string

const emptyLists = (columns: number, rows: number): Text => (copy) =>
  `select ${times(columns, () => "[]").join(",")} from numbers(${rows}) where number >= ${copy - 8} limit ${rows}`

const shortTexts = (columns: number, rows: number): Text => (copy) =>
  `select ${times(columns, () => "concat('a', toString(number))").join(",")} from numbers(${rows}) `
  + `where number >= ${copy - 8} limit ${rows}`

const longTexts: Text = (copy) => `select repeat('x', ${1_300 - copy}) from numbers(50000) limit 50000`

const points: Text = (copy) =>
  `select toDateTime('2020-01-01 00:00:00') + number, ${copy} from numbers(50000) limit 50000`

/** A chart reads each name up to its 512th character. */
const longNames: Text = (copy) =>
  `select concat(toString(number), repeat('x', ${16_000 - copy})) as name, number from numbers(3900) limit 3900`

const node = (text: string) => ({ kind: "HogQLQuery", query: text })

const attack = (
  route: string,
  name: string,
  request: Attack["request"],
  before: Attack["before"] = () => []
): Attack => ({
  route: `${route.split(" ")[0]} /api/projects/{project_id}/${route.split(" ")[1]}`,
  name,
  before,
  request
})

const asked = (name: string, text: Text, accept?: string): Attack =>
  attack("POST query/", name, (target, copy = 0) => sent(target, "query/", { query: node(text(copy)) }, accept))

/** The server sends eight streams of the project at once, so that each of eight has its rows. */
const streamed = (name: string, text: Text, accept: string): Attack => ({
  ...asked(name, text, accept),
  settings: { HEDGEROW_QUERY_STREAMS: "8" }
})

const insights = (text: Text, more: object = {}) => (target: Target) =>
  times(8, (copy) => sent(target, "insights/", { name: `Large ${copy}`, query: node(text(copy)), ...more }))

const single: ReadonlyArray<Attack> = [
  asked("JSON: 50 million empty lists", emptyLists(1_000, 50_000)),
  asked("JSON: 2 million empty lists", emptyLists(40, 50_000)),
  asked("JSON: 2 million short texts", shortTexts(40, 50_000)),
  asked("JSON: 62 MiB of text", longTexts),
  streamed("NDJSON: 2 million empty lists", emptyLists(1_000, 2_000), "application/x-ndjson"),
  streamed("CSV: 2 million empty lists", emptyLists(1_000, 2_000), "text/csv"),
  streamed("Parquet: 2 million empty lists", emptyLists(1_000, 2_000), "application/vnd.apache.parquet"),
  asked("chart: 50,000 points", points, "image/svg+xml"),
  asked("chart: 60 MiB of names", longNames, "image/svg+xml"),
  attack(
    "GET insights/{id}/",
    "insight: 62 MiB of text",
    (target, copy = 0) => read(target, `insights/${copy + 1}/?refresh=blocking`),
    insights(longTexts)
  ),
  attack(
    "GET dashboards/{id}/",
    "dashboard: eight tiles of 62 MiB of text",
    (target) => read(target, "dashboards/1/?refresh=blocking"),
    (target) => [sent(target, "dashboards/", { name: "Large" }), ...insights(longTexts, { dashboards: [1] })(target)]
  )
]

/** The answers, of a server with little memory. */
export const answerAttacks: ReadonlyArray<Attack> = Array.from(single, (one) => ({ ...one, heapMegabytes: 1_024 }))
