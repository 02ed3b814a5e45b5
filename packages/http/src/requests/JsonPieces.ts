import { Stream } from "effect"
import { HttpServerResponse } from "effect/http"

/** A longer answer is sent piece by piece: it is never held whole a second time. */
const longAnswer = 4 * 1024 * 1024

/** A piece of a long answer has at most this many characters. */
export const pieceChars = 256 * 1024

const isFirstOfPair = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xd800

/** The texts, the long ones cut between characters. */
export function* cutTexts(texts: Iterable<string>): Generator<string> {
  for (const text of texts) {
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = Math.min(at + pieceChars, text.length)
      if (end < text.length && isFirstOfPair(text, end - 1)) end--
      yield at === 0 && end === text.length ? text : text.slice(at, end)
    }
  }
}

/** Texts that are one JSON value together, as an answer. */
export const jsonPieces = (texts: ReadonlyArray<string>, status = 200): HttpServerResponse.HttpServerResponse => {
  const json = { contentType: "application/json", status }
  const length = texts.reduce((sum, text) => sum + text.length, 0)
  return length > longAnswer
    ? HttpServerResponse.stream(Stream.encodeText(Stream.fromIterable(cutTexts(texts), { chunkSize: 1 })), json)
    : HttpServerResponse.text(texts.join(""), json)
}
