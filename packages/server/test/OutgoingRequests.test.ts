import { assert, describe, it } from "@effect/vitest"
import { OutgoingHttp } from "@hedgerow/core/webhooks/OutgoingHttp"
import { signedHeaders } from "@hedgerow/core/webhooks/WebhookSignature"
import { isPublicAddress, refusalOf } from "@hedgerow/server/outgoing/AddressRule"
import { layer } from "@hedgerow/server/outgoing/OutgoingRequests"
import { Effect, Result } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

const closed = { allowsPrivate: false, allowsHttp: false }
const open = { allowsPrivate: true, allowsHttp: true }

/** A server on this computer for the time of a test. */
const served = <A, E, R>(listener: RequestListener, use: (url: string) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(listener)
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
    (server) => Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close())))
  )

const post = (url: string, rule = open, headers: Readonly<Record<string, string>> = {}, body = "{}") =>
  Effect.result(Effect.flatMap(OutgoingHttp, ({ post }) => post({ url, headers, body }))).pipe(
    Effect.provide(layer(rule))
  )

const reasonOf = (result: Result.Result<unknown, { readonly reason: string }>) =>
  Result.isFailure(result) ? result.failure.reason : "answered"

describe("addresses", () => {
  it.each([
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "fc00::1",
    "fe80::1",
    "ff02::1",
    "not an address"
  ])("%s is private", (address) => assert.isFalse(isPublicAddress(address)))

  it.each(["93.184.216.34", "8.8.8.8", "2606:2800:220:1:248:1893:25c8:1946", "::ffff:8.8.8.8"])(
    "%s is public",
    (address) => assert.isTrue(isPublicAddress(address))
  )

  it.each([
    ["http://example.com/", /Only https/],
    ["ftp://example.com/", /Only https/],
    ["https://user:secret@example.com/", /user name/],
    ["https://127.0.0.1/", /private address; HEDGEROW_OUTGOING_PRIVATE/],
    ["https://[::1]/", /private address/],
    ["https://2130706433/", /private address/],
    ["https://0x7f.1/", /private address/],
    ["https://localhost/", /private address/],
    ["https://a.localhost./", /private address/],
    ["nonsense", /not the URL/]
  ])("%s is refused without being asked", (url, reason) => assert.match(refusalOf(url, closed) ?? "", reason))

  it("of the open internet are not refused, nor private ones that the operator allows", () => {
    assert.isUndefined(refusalOf("https://example.com/hook", closed))
    assert.isUndefined(refusalOf("http://10.0.0.1/hook", open))
  })
})

describe("requests", () => {
  it.live("arrive with their headers and a signature that the library of the standard verifies", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    const body = "{\"type\":\"feature_flag.updated\",\"data\":{\"name\":\"ü€\"}}"
    const timestamp = Math.floor(new Date().getTime() / 1000)
    const verified: Array<unknown> = []
    return served(
      (request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          verified.push(new Webhook(secret).verify(text, request.headers as Record<string, string>))
          response.writeHead(202, { "retry-after": "7" }).end("taken")
        })
      },
      Effect.fnUntraced(function*(url) {
        const headers = signedHeaders([secret], { id: "msg_1", timestamp, body })
        const answer = yield* post(url, open, { ...headers, "content-type": "application/json" }, body)
        assert.deepStrictEqual(answer, Result.succeed({ status: 202, body: "taken", retryAfter: "7" }))
        assert.deepStrictEqual(verified, [JSON.parse(body)])
      })
    )
  })

  it.live("do not follow a redirect to this computer", () => {
    const asked: Array<string | undefined> = []
    return served(
      (request, response) => {
        asked.push(request.url)
        response.writeHead(302, { location: "http://127.0.0.1:1/secret" }).end()
      },
      Effect.fnUntraced(function*(url) {
        const answer = yield* post(url)
        assert.strictEqual(Result.isSuccess(answer) && answer.success.status, 302)
        assert.deepStrictEqual(asked, ["/hook"])
      })
    )
  })

  it.live("are not made to a name that leads to this computer", () =>
    Effect.gen(function*() {
      const rule = { allowsPrivate: false, allowsHttp: true }
      // The name is no literal and not `localhost`: only looking it up shows where it leads.
      assert.match(reasonOf(yield* post("http://ip6-localhost:1/", rule)), /private address|ENOTFOUND|EAI_AGAIN/)
      assert.match(reasonOf(yield* post("http://127.0.0.1:1/", rule)), /private address/)
    }))

  it.live("read the beginning of an endless answer", () =>
    served(
      (_, response) => {
        response.writeHead(200)
        const more = () => void (response.writable && response.write("x".repeat(65_536), more))
        more()
      },
      Effect.fnUntraced(function*(url) {
        const answer = yield* post(url)
        assert.strictEqual(Result.isSuccess(answer) && answer.success.body.length, 16_384)
      })
    ))

  it.live("say why there was no answer", () =>
    Effect.gen(function*() {
      assert.match(reasonOf(yield* post("http://127.0.0.1:1/")), /ECONNREFUSED/)
      yield* served(
        (request) => request.socket.destroy(),
        Effect.fnUntraced(function*(url) {
          assert.match(reasonOf(yield* post(url)), /socket hang up|ECONNRESET/)
        })
      )
    }))
})
