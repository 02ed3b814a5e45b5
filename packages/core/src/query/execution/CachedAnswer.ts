import { lengthOf, type LongText, wholeText } from "@hedgerow/sql/types/LongText"
import type { WireValue } from "@hedgerow/sql/types/ResultJson"
import type { Steps } from "@hedgerow/sql/types/Steps"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { Result } from "effect"
import { makeRecentValues } from "../../shared/RecentValues.ts"
import { utf8Bytes } from "../AnswerSize.ts"
import { JoinedText, writeJson } from "../JsonSteps.ts"
import { QueryTooLarge } from "../QueryEngine.ts"
import { textParts } from "../TextParts.ts"

/** An answer as it is computed. */
type Response = { readonly [field: string]: WireValue | undefined }

/**
 * An answer's JSON text without what differs each time it is returned: `is_cached` and `query_status`. It has at
 * most `mostBytes`.
 */
export function* cachedText(response: Response, mostBytes: number): Steps<Result.Result<LongText, QueryTooLarge>> {
  const { is_cached: _, query_status: __, ...cached } = response
  const text = new JoinedText()
  let bytes = 0
  const writing = writeJson(cached, (piece) => {
    bytes += utf8Bytes(piece)
    if (bytes <= mostBytes) text.add(piece)
  })
  while (writing.next().done !== true) {
    if (bytes > mostBytes) break
    yield
  }
  return bytes > mostBytes
    ? Result.fail(new QueryTooLarge({ limit: "answer", most: mostBytes }))
    : Result.succeed(text.text())
}

const before = (isCached: boolean, status: string | undefined): string =>
  `{"is_cached":${isCached},"query_status":${status ?? "null"},`

/** A cached text without its first sign. */
const restOf = (cached: LongText): LongText => {
  if (typeof cached === "string") return cached.slice(1)
  const [first = "", ...rest] = cached
  return [first.slice(1), ...rest]
}

/** The text of an answer that is returned: a cached one with what differs put before it; `status` is JSON text. */
export const returnedText = (cached: LongText, isCached: boolean, status: string | undefined): LongText => {
  const [first, rest] = [before(isCached, status), restOf(cached)]
  return typeof rest === "string" ? first + rest : [first, ...rest]
}

/** The JSON of an answer, as text, as UTF-8, which is made once, or in pieces. */
export class AnswerJson {
  readonly #first: string
  readonly #rest: LongText
  #text: string | undefined
  #bytes: Uint8Array | undefined

  /** The text is both parts. */
  constructor(first: string, rest: LongText = "") {
    this.#first = first
    this.#rest = rest
  }

  /** An answer that is returned, as `returnedText` writes it; the cached text is not copied. */
  static returned(cached: LongText, isCached: boolean, status?: string): AnswerJson {
    return new AnswerJson(before(isCached, status), restOf(cached))
  }

  /** An object that is written up to the value of its last member, which is this JSON. */
  static ended(first: string, json: LongText): AnswerJson {
    return new AnswerJson(first, typeof json === "string" ? `${json}}` : [...json, "}"])
  }

  /** An object with this JSON as its one member. */
  static wrapped(name: string, json: LongText): AnswerJson {
    return AnswerJson.ended(`{${JSON.stringify(name)}:`, json)
  }

  get length(): number {
    return this.#first.length + lengthOf(this.#rest)
  }

  /** As one, which of many megabytes is a long step. */
  get text(): string {
    return this.#text ??= this.#first + wholeText(this.#rest)
  }

  /** As one where it is short. */
  get longText(): LongText {
    return typeof this.#rest === "string" ? this.text : [this.#first, ...this.#rest]
  }

  get bytes(): Uint8Array {
    return this.#bytes ??= utf8ToBytes(this.text)
  }

  /** The text in pieces, each of which is made when it is asked for. */
  *pieces(): Generator<string, void, void> {
    yield* textParts(this.#first)
    yield* textParts(this.#rest)
  }
}

/** Characters of all the answers that a process has ready. */
const mostCharacters = 8 * 1024 * 1024

/**
 * Cached answers as they are returned while no run of the same query goes on. One that was returned lately is ready, bytes and
 * all; that holds for the very text that is cached now.
 */
export const makeReadyAnswers = () => {
  const ready = makeRecentValues<{ readonly cached: LongText; readonly json: AnswerJson }>(
    ({ json }) => json.length,
    mostCharacters
  )
  return (key: string, cached: LongText): AnswerJson => {
    const known = ready.get(key)
    const json = known?.cached === cached ? known.json : AnswerJson.returned(cached, true)
    ready.use(key, { cached, json })
    return json
  }
}
