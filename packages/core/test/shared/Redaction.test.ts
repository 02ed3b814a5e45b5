import { assert, describe, it } from "@effect/vitest"
import { redactValue } from "@hedgerow/core/shared/RedactedValue"
import { isSecretName, redact } from "@hedgerow/core/shared/Redaction"
import { Redacted, Schema } from "effect"

const body = "0aZ".repeat(14)
const key = `phx_${body}q`
const mask = `phx_...${key.slice(-4)}`

describe("redact", () => {
  const cases: ReadonlyArray<readonly [name: string, text: string, shown: string]> = [
    ["a personal key", key, mask],
    ["a key within a word", `x${key}`, `x${mask}`],
    ["a project secret", `phs_${body}`, `phs_...${body.slice(-4)}`],
    ["an OAuth token", `pha_${body}!`, `pha_...${body.slice(-4)}!`],
    ["a session", `cookie hedgerow_session=hgs_${body}`, `cookie hedgerow_session=hgs_...${body.slice(-4)}`],
    ["a link", `https://h/setup#hgl_${body} x`, `https://h/setup#hgl_...${body.slice(-4)} x`],
    ["a link's token as a field", `{"token":"hgl_...${body.slice(-4)}"}`, `{"token":"hgl_...${body.slice(-4)}"}`],
    ["a short key shows nothing", "phx_abcdefgh", "phx_..."],
    ["a project token is public", `phc_${body}`, `phc_${body}`],
    ["a bearer key", `Bearer ${key}`, `Bearer ${mask}`],
    ["a bearer of another kind", "authorization: bearer eyJ.x-y_z", "authorization: bearer [redacted]"],
    ["a basic credential", "Authorization: Basic dTpw, next", "Authorization: Basic [redacted], next"],
    ["a query parameter", "/x?personal_api_key=some&b=1", "/x?personal_api_key=[redacted]&b=1"],
    ["a project token in a query", "/x?api_key=phc_a1&token=phc_a1", "/x?api_key=phc_a1&token=phc_a1"],
    ["an encoded name in a query", "/x?personal%5Fapi%5fkey=abc&b=1", "/x?personal%5Fapi%5fkey=[redacted]&b=1"],
    ["a wholly encoded name", "/x?%54%6F%6b%65%6E=abc&b%61=1", "/x?%54%6F%6b%65%6E=[redacted]&b%61=1"],
    ["a name with an encoded dash", "/x?api%2Dkey=abc", "/x?api%2Dkey=[redacted]"],
    ["an unknown token in a query", "/x?token=abc#d", "/x?token=[redacted]#d"],
    ["a connection string", "host=h password=hunter2 dbname=d", "host=h password=[redacted] dbname=d"],
    ["a database URL", "at postgres://u:p@h:5432/d?x=1 now", "at postgres://u:[redacted]@h:5432/d?x=1 now"],
    ["a password with URL signs", "postgres://u:p@/?#w@h/d", "postgres://u:[redacted]@h/d"],
    ["a password without a user", "redis://:pw@h", "redis://:[redacted]@h"],
    ["a web URL with an address in its query", "http://h:80/x?mail=a@b", "http://h:80/x?mail=a@b"],
    ["two URLs in a word", "http://a:b@c,http://d:e@f", "http://a:[redacted]@c,http://d:[redacted]@f"],
    ["a JSON field", "{\"password\":\"a\\\"b\",\"n\":1}", "{\"password\":\"[redacted]\",\"n\":1}"],
    ["a spaced JSON field", "{ \"client_secret\" : \"x\" }", "{ \"client_secret\" : \"[redacted]\" }"],
    ["a public JSON field", "{\"project_token\":\"phc_1\"}", "{\"project_token\":\"phc_1\"}"],
    [
      "JSON within JSON",
      "\"{\\\"token\\\":\\\"a\\\\\\\"b\\\",\\\"c\\\":1}\"",
      "\"{\\\"token\\\":\\\"[redacted]\\\",\\\"c\\\":1}\""
    ],
    ["words that only look similar", "max_tokens=5 tokens: 3 secretary=x", "max_tokens=5 tokens: 3 secretary=x"]
  ]
  for (const [name, text, shown] of cases) {
    it(name, () => {
      assert.strictEqual(redact(text), shown)
      assert.strictEqual(redact(shown), shown, "its own answer stays")
    })
  }

  const Parts = Schema.Tuple([Schema.String, Schema.String])
  const KeyBody = Schema.String.check(Schema.isPattern(/^[0-9A-Za-z]{43}$/))

  it.prop("never shows a key, whatever stands around it", [Parts, KeyBody], ([[before, after], body]) => {
    for (const prefix of ["phx_", "phs_", "pha_"]) {
      const text = redact(`${before}${prefix}${body}${after}`)
      assert.notInclude(text, `${prefix}${body.slice(0, 12)}`)
      assert.notInclude(text, body)
    }
  })

  it.prop("never shows the password of a URL", [Parts], ([[before, after]]) => {
    assert.notInclude(redact(`${before} postgres://me:hunter2@db/x ${after}`), "hunter2")
  })

  it("takes time in proportion to any text", () => {
    const pieces = [
      ..."a\"\\ :@/=\n",
      "://",
      "://a:",
      "\"token",
      "\"token\":\"",
      "\\\"token\\\":\\\"",
      "Bearer ",
      "phx_",
      "token=",
      "%74%6f%6b%65%6e",
      "api%5Fkey=",
      "authorization: ",
      "a://b:c@"
    ]
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
      // Work that grows with the square of the text would not end before the test's own time-out.
      assert.isString(redact(text), JSON.stringify(piece))
    }
  })
})

describe("redactValue", () => {
  it("hides secrets in fields, keys, errors, maps and lists, and keeps the rest", () => {
    const given = {
      plain: { n: 1, yes: true, nothing: null, list: [1, "two"] },
      password: "hunter2",
      secrets: ["hunter2"],
      token: "phc_public",
      headers: { authorization: "Bearer abcdef", accept: "text/plain" },
      [key]: 1,
      error: new Error(`refused ${key}`),
      map: new Map([["key", key]]),
      sealed: Redacted.make("hunter2"),
      big: 12n
    }
    const shown = redactValue(given) as Record<string, unknown>
    assert.deepStrictEqual(shown["plain"], given.plain)
    assert.strictEqual(shown["token"], "phc_public")
    assert.deepStrictEqual(shown["headers"], { authorization: "[redacted]", accept: "text/plain" })
    assert.deepStrictEqual(shown["map"], [["key", mask]])
    assert.strictEqual(shown["big"], "12")
    const text = JSON.stringify(shown)
    assert.include(text, "Error: refused")
    for (const secret of [body, "hunter2", "abcdef"]) assert.notInclude(text, secret)
  })

  it("cuts circles and depth", () => {
    const circle: Record<string, unknown> = { key }
    circle["self"] = { circle, again: [circle, circle] }
    const text = JSON.stringify(redactValue(circle))
    assert.notInclude(text, body)
    assert.isBelow(text.length, 200_000)
  })
})

it("knows the names of secret fields", () => {
  const secret = [
    "password",
    "api_key",
    "personal_api_key",
    "apiKey",
    "x-api-key",
    "Authorization",
    "set-cookie",
    "secrets"
  ]
  assert.deepStrictEqual(secret.filter((name) => !isSecretName(name)), [])
  assert.deepStrictEqual(["key", "token_count", "path", "tokens_used", ""].filter(isSecretName), [])
})
