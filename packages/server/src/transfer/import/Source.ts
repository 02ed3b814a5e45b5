// The libraries read here have promises.
// @effect-diagnostics asyncFunction:off
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { mkdtemp, open, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { headBytes } from "./Unpacking.ts"

/** A file, an address or the input could not be read. */
export class SourceUnreadable extends Schema.TaggedError<SourceUnreadable>()("SourceUnreadable", {
  name: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.name} cannot be read: ${this.reason}`
  }
}

/** Bytes to import, packed or not. */
export interface Source {
  readonly name: string
  /** The number of bytes; undefined where nobody knows it. */
  readonly size: number | undefined
  /** Changes with the content; undefined where nobody can tell. */
  readonly fingerprint: string | undefined
  readonly head: Uint8Array
  /** Opens all bytes from the first on, once; whoever does reads them to their end or destroys them. */
  readonly bytes: () => Readable
  /** The local file with the bytes, which is made of them where there is none. */
  readonly file: Effect.Effect<string, SourceUnreadable, Scope.Scope>
}

/** The name of standard input. */
export const standardInput = "-"

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? `${cause.message} (${cause.cause.message})` : cause.message
}

/** Names the failure of a source's bytes. */
export const unreadable = (name: string) => (cause: unknown) => new SourceUnreadable({ name, reason: reasonOf(cause) })

const trying = <A>(name: string, work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unreadable(name) })

const hashOf = (...parts: ReadonlyArray<string | number>): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex")

/** A file for bytes that came from elsewhere, as long as the scope lives. */
const spooled = (name: string, bytes: () => Readable) =>
  Effect.gen(function*() {
    const directory = yield* Effect.acquireRelease(
      trying(name, () => mkdtemp(join(tmpdir(), "hedgerow-import-"))),
      (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
    )
    const path = join(directory, "source")
    yield* trying(name, () => pipeline(bytes(), createWriteStream(path)))
    return path
  })

const fileSource = Effect.fnUntraced(function*(path: string): Effect.fn.Return<Source, SourceUnreadable> {
  const { mtimeMs, size } = yield* trying(path, () => stat(path))
  const head = yield* trying(path, async () => {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(new Uint8Array(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  })
  return {
    name: path,
    size,
    fingerprint: hashOf(resolve(path), size, mtimeMs),
    head,
    bytes: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
    file: Effect.succeed(path)
  }
})

/** The first bytes of a stream, and the stream with them. */
const peeked = async (input: Readable): Promise<{ readonly head: Uint8Array; readonly bytes: Readable }> => {
  const chunks = input[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  let head: Uint8Array = new Uint8Array()
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    head = Buffer.concat([head, next.value])
    if (head.length >= headBytes) break
  }
  const all = async function*() {
    if (head.length > 0) yield head
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { head, bytes: Readable.from(all(), { objectMode: false }) }
}

const streamSource = Effect.fnUntraced(function*(
  name: string,
  input: Readable,
  known: Pick<Source, "fingerprint" | "size">
): Effect.fn.Return<Source, SourceUnreadable> {
  const peek = yield* trying(name, () => peeked(input))
  const bytes = () => peek.bytes
  return { name, head: peek.head, bytes, file: spooled(name, bytes), ...known }
})

/** An address is shown without what signs it. */
const shownAddress = (address: string): string => address.replace(/\?.*$/s, "")

const addressSource = Effect.fnUntraced(function*(address: string) {
  const name = shownAddress(address)
  const fetch = yield* FetchHttpClient.Fetch
  const response = yield* trying(name, () => fetch(address, { headers: { "accept-encoding": "identity" } }))
  const { body, headers, ok, status } = response
  if (!ok || body === null) return yield* new SourceUnreadable({ name, reason: `the answer was ${status}` })
  const size = headers.get("content-length")
  const version = headers.get("etag") ?? headers.get("last-modified")
  return yield* streamSource(name, Readable.fromWeb(body), {
    size: size === null ? undefined : Number(size),
    fingerprint: version === null ? undefined : hashOf(name, size ?? "", version)
  })
})

/** Opens a file, an `http` or `https` address (a signed one of S3 as well), or the input as `-`. */
export const openSource = (name: string): Effect.Effect<Source, SourceUnreadable> => {
  if (name === standardInput) {
    return streamSource("standard input", process.stdin, { size: undefined, fingerprint: undefined })
  }
  return /^https?:\/\//i.test(name) ? addressSource(name) : fileSource(name)
}
