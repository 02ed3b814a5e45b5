import {
  OutgoingFailed,
  OutgoingHttp,
  type OutgoingRequest,
  type OutgoingResponse
} from "@hedgerow/core/webhooks/OutgoingHttp"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { lookup as lookUp, type LookupAddress } from "node:dns"
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import type { LookupFunction } from "node:net"
import { isPublicAddress, type OutgoingRule, privateAddress, refusalOf } from "./AddressRule.ts"

/** An answer must be there by then. */
const longestAnswer = "20 seconds"

/** More of an answer's body is not read. */
const mostBytes = 16_384

/** Looks a name up and refuses it where one of its addresses is private: the connection goes to what was looked at. */
const guardedLookup = ({ allowsPrivate }: OutgoingRule): LookupFunction => (hostname, options, done) =>
  lookUp(hostname, { ...options, all: true }, (error, found: ReadonlyArray<LookupAddress>) => {
    if (error !== null) return done(error, "")
    const closed = allowsPrivate ? undefined : found.find(({ address }) => !isPublicAddress(address))
    const [first] = found
    if (closed !== undefined || first === undefined) return done(new Error(privateAddress(hostname)), "")
    return options.all === true ? done(null, [...found]) : done(null, first.address, first.family)
  })

const read = (
  response: IncomingMessage,
  done: (answer: OutgoingResponse) => void
): void => {
  const chunks: Array<Buffer> = []
  let length = 0
  const finish = () =>
    done({
      status: response.statusCode ?? 0,
      body: Buffer.concat(chunks).subarray(0, mostBytes).toString("utf8"),
      retryAfter: response.headers["retry-after"]
    })
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
    if (length >= mostBytes) response.destroy()
  })
  response.on("close", finish)
  // What has arrived of a broken answer is its answer.
  response.on("error", finish)
}

const begin = ({ body, headers, url }: OutgoingRequest, rule: OutgoingRule): ClientRequest => {
  const options = {
    method: "POST",
    agent: false as const,
    lookup: guardedLookup(rule),
    headers: { ...headers, "content-length": Buffer.byteLength(body), "user-agent": "Hedgerow-Webhooks/1" }
  }
  return url.startsWith("https:") ? requestHttps(url, options) : requestHttp(url, options)
}

const failed = (error: Error) => new OutgoingFailed({ reason: error.message === "" ? error.name : error.message })

const post = (asked: OutgoingRequest, rule: OutgoingRule) =>
  Effect.callback<OutgoingResponse, OutgoingFailed>((resume) => {
    const request = begin(asked, rule)
    request.on("response", (response) => read(response, (answer) => resume(Effect.succeed(answer))))
    request.on("error", (error) => resume(Effect.fail(failed(error))))
    request.end(asked.body)
    return Effect.sync(() => request.destroy())
  })

const tooLate = new OutgoingFailed({ reason: `There was no answer within ${longestAnswer}.` })

/** Requests to other servers over Node's own client: each on a connection of its own, without redirects. */
export const make = (rule: OutgoingRule): typeof OutgoingHttp.Service => ({
  refusal: (url) => refusalOf(url, rule),
  post: Effect.fn("OutgoingHttp.post")(function*(request) {
    const refusal = refusalOf(request.url, rule)
    if (refusal !== undefined) return yield* new OutgoingFailed({ reason: refusal })
    return yield* Effect.timeoutOrElse(post(request, rule), {
      duration: longestAnswer,
      orElse: () => Effect.fail(tooLate)
    })
  })
})

/** Requests to other servers. */
export const layer = (rule: OutgoingRule) => Layer.succeed(OutgoingHttp, make(rule))
