import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { Readable } from "node:stream"
import type { ClickHouseFailure } from "../protocol/ClickHouseErrors.ts"
import type { Settings, Statement } from "../protocol/Statement.ts"
import type { Pool } from "./Connections.ts"
import { type Exchange, makeExchange, type Message } from "./Exchange.ts"
import { failureOfCause } from "./Failures.ts"
import { paramText } from "./ParamText.ts"

/** The parts of a request: the text with everything in it, its values or the rows it inserts, its settings. */
export interface Request {
  readonly sql: string
  readonly params?: Statement["params"]
  readonly rows?: ReadonlyArray<string>
  readonly settings: Settings
}

const part = (boundary: string, name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

interface Content extends Pick<Message, "body" | "headers"> {
  readonly inUrl?: Readonly<Record<string, string>>
}

/** Text and values as the parts of one form: a URL has no room for long arrays. */
const asForm = (sql: string, params: ReadonlyArray<readonly [string, unknown]>): Content => {
  const boundary = `hedgerow-${randomUUID()}`
  const values = params.map(([name, value]) => part(boundary, `param_${name}`, paramText(value)))
  return {
    body: `${part(boundary, "query", sql)}${values.join("")}--${boundary}--\r\n`,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}` }
  }
}

/** A server takes 128 KiB for one part of a form, and a URL of some ten thousand characters passes everywhere. */
const maxPartChars = 100_000
const maxUrlChars = 8_000

/** The text as the body, which may be of any length, and the few values in the URL; undefined when they have no room. */
const asBody = (sql: string, params: ReadonlyArray<readonly [string, unknown]>): Content | undefined => {
  const inUrl = Object.fromEntries(params.map(([name, value]) => [`param_${name}`, paramText(value)]))
  return new URLSearchParams(inUrl).toString().length > maxUrlChars ? undefined : { body: sql, inUrl }
}

/** So much text of rows is sent as one piece. */
const pieceChars = 65_536

/** The rows as bytes, piece by piece as they are sent: all of them at once would take their memory twice more. */
function* piecesOf(rows: ReadonlyArray<string>): Generator<Buffer> {
  let piece = ""
  for (const row of rows) {
    piece += row
    if (piece.length < pieceChars) continue
    yield Buffer.from(piece)
    piece = ""
  }
  if (piece !== "") yield Buffer.from(piece)
}

const contentOf = ({ params, rows, sql }: Request): Content => {
  if (rows !== undefined) {
    return { body: Readable.from(piecesOf(rows), { objectMode: false }), inUrl: { query: sql } }
  }
  const values = Object.entries(params ?? {})
  if (values.length === 0) return { body: sql }
  return sql.length > maxPartChars ? asBody(sql, values) ?? asForm(sql, values) : asForm(sql, values)
}

const pathOf = (settings: Settings, inUrl: Content["inUrl"]): string => {
  const search = new URLSearchParams(inUrl)
  for (const [name, value] of Object.entries(settings)) search.append(name, String(value))
  return `/?${search.toString()}`
}

/** The exchange of a statement for its result. */
export const exchangeOf = (pool: Pool, request: Request): Exchange => {
  const { inUrl, ...content } = contentOf(request)
  return makeExchange(pool, { ...content, path: pathOf(request.settings, inUrl) })
}

/** Sends a statement and returns the stream of its result, which must be read or destroyed. */
export const send = (pool: Pool, request: Request): Effect.Effect<Readable, ClickHouseFailure> =>
  Effect.suspend(() => exchangeOf(pool, request).answer)

/** Whether the engine says anything at all: one that has no room says so. */
export const ping = (pool: Pool): Effect.Effect<void, ClickHouseFailure> =>
  Effect.flatMap(makeExchange(pool, { method: "GET", path: "/ping", body: "" }).answer, drain)

/** Reads a stream to its end, handing every piece on, and answers what `finish` makes of them. */
export const readStream = <A>(
  stream: Readable,
  take: (chunk: Buffer) => void,
  finish: Effect.Effect<A, ClickHouseFailure>
): Effect.Effect<A, ClickHouseFailure> =>
  Effect.callback((resume) => {
    stream.on("data", take)
    stream.on("error", (cause) => resume(Effect.fail(failureOfCause(cause))))
    stream.on("end", () => resume(finish))
    stream.on("close", () => resume(Effect.fail(failureOfCause(new Error("the connection ended within the answer")))))
    if (stream.closed) resume(Effect.fail(failureOfCause(stream.errored)))
    return Effect.sync(() => stream.destroy())
  })

/** Reads a stream to its end and forgets it. */
export const drain = (stream: Readable): Effect.Effect<void, ClickHouseFailure> =>
  readStream(stream, () => undefined, Effect.void)
