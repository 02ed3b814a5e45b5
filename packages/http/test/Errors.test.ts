import { assert, describe, it } from "@effect/vitest"
import { inputHints, limitHints, otherHints, semanticHints } from "@hedgerow/core/query/execution/QueryHints"
import { QueryEngineBusy, QueryRuntimeError, QueryTimedOut, QueryTooLarge } from "@hedgerow/core/query/QueryEngine"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { IsStorageDown } from "@hedgerow/core/shared/StorageDown"
import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { throttled } from "@hedgerow/http/errors/RequestErrors"
import { requestHints } from "@hedgerow/http/query/RequestHints"
import { SqlSemanticError, SqlSyntaxError } from "@hedgerow/sql/ast/SqlErrors"
import { Effect, Layer } from "effect"
import type { Behaviour } from "./support/Fakes.ts"
import { acme, other } from "./support/Fixtures.ts"
import { as, post, webApi } from "./support/WebApi.ts"

const query = "/api/projects/1/query/"

const body = (type: string, code: string, detail: string, attr: string | null = null) => ({ type, code, detail, attr })
const denied = (detail: string) => body("authentication_error", "permission_denied", detail)
const notFound = body("invalid_request", "not_found", "Not found.")
const anonymous = body("authentication_error", "not_authenticated", "Authentication credentials were not provided.")
const badKey = (place: string) =>
  body("authentication_error", "authentication_failed", `Personal API key found in request ${place} is invalid.`)

/** The body with the hint that requests to the query endpoints get. */
const hinted = (refusal: ReturnType<typeof body>) => ({
  ...refusal,
  extra: { hint: requestHints[refusal.code], retryable: false }
})

interface Case {
  readonly name: string
  readonly path: string
  readonly init?: RequestInit
  readonly status: number
  readonly body: ReturnType<typeof body> & { readonly errors?: unknown; readonly extra?: object }
  readonly headers?: Record<string, string>
}

const json = { "content-type": "application/json" }

const cases: ReadonlyArray<Case> = [
  { name: "unknown path", path: "/api/nothing/", status: 404, body: notFound },
  { name: "unknown path under a project", path: "/api/projects/1/nothing", status: 404, body: notFound },
  {
    name: "other method",
    path: query,
    init: as("phx_all", { method: "PUT", body: "{}" }),
    status: 405,
    body: body("invalid_request", "method_not_allowed", "Method \"PUT\" not allowed."),
    headers: { allow: "OPTIONS, POST" }
  },
  {
    name: "other method of a GET path by its alias",
    path: "/api/environments/1/event_definitions",
    init: as("phx_all", { method: "DELETE" }),
    status: 405,
    body: body("invalid_request", "method_not_allowed", "Method \"DELETE\" not allowed."),
    headers: { allow: "GET, HEAD, OPTIONS, POST" }
  },
  {
    name: "media type",
    path: query,
    init: as("phx_all", {
      method: "POST",
      body: "<a/>",
      headers: { "content-type": "application/xml; charset=utf-8" }
    }),
    status: 415,
    body: body("invalid_request", "unsupported_media_type", "Unsupported media type \"application/xml\" in request.")
  },
  {
    name: "no credentials",
    path: "/api/users/@me/",
    init: {},
    status: 401,
    body: anonymous,
    headers: { "www-authenticate": "Bearer" }
  },
  {
    name: "bearer in another case",
    path: "/api/users/@me/",
    init: { headers: { authorization: "bearer phx_all" } },
    status: 401,
    body: {
      ...anonymous,
      extra: {
        hint: "The Authorization header has no Bearer before its key: send `Authorization: Bearer phx_…`.",
        retryable: false
      }
    }
  },
  {
    name: "bad key in the header",
    path: "/api/users/@me/",
    init: as("phx_wrong"),
    status: 401,
    body: badKey("Authorization header")
  },
  {
    name: "bad key in the body",
    path: query,
    init: { method: "POST", headers: json, body: "{\"personal_api_key\":\"phx_wrong\"}" },
    status: 401,
    body: badKey("body")
  },
  {
    name: "bad key in the query string",
    path: "/api/users/@me/?personal_api_key=phx_wrong",
    init: {},
    status: 401,
    body: badKey("query string")
  },
  {
    name: "header before body and query string",
    path: `${query}?personal_api_key=phx_all`,
    init: as("phx_wrong", { method: "POST", headers: json, body: "{\"personal_api_key\":\"phx_all\"}" }),
    status: 401,
    body: badKey("Authorization header")
  },
  {
    name: "missing scope",
    path: query,
    init: post({}, "phx_survey"),
    status: 403,
    body: denied("API key missing required scope 'query:read'")
  },
  {
    name: "no scopes at all",
    path: "/api/users/@me/",
    init: as("phx_none"),
    status: 403,
    body: denied("API key missing required scope 'user:read'")
  },
  {
    name: "key bound to another project",
    path: "/api/projects/2/query/",
    init: post({}, "phx_team_1"),
    status: 403,
    body: denied("API key does not have access to the requested project: ID 2.")
  },
  {
    name: "key bound to a project outside of projects",
    path: "/api/organizations/",
    init: as("phx_team_1"),
    status: 403,
    body: denied("API keys with scoped projects are only supported on project-based endpoints.")
  },
  {
    name: "key bound to another organisation",
    path: query,
    init: post({}, "phx_other_org"),
    status: 403,
    body: denied(`API key does not have access to the requested organization: ID ${acme.id}.`)
  },
  {
    name: "project of others",
    path: "/api/projects/3/",
    status: 403,
    body: denied("You don't have access to the project.")
  },
  ...["99", "abc", "1.5", "0", "99999999999"].map((id) => ({
    name: `project ${id}`,
    path: `/api/projects/${id}/query/`,
    init: post({}),
    status: 404,
    body: body("invalid_request", "not_found", "Project not found.")
  })),
  {
    name: "organisation of others",
    path: `/api/organizations/${other.id}/`,
    status: 404,
    body: body("invalid_request", "not_found", "Organization not found.")
  },
  {
    name: "scope before the project's existence, both before the body",
    path: "/api/projects/99/query/",
    init: as("phx_survey", { method: "POST", headers: json, body: "{" }),
    status: 403,
    body: denied("API key missing required scope 'query:read'")
  },
  {
    name: "a choice that is none",
    path: "/api/projects/1/property_definitions/?type=planet",
    status: 400,
    body: {
      ...body("validation_error", "invalid_choice", "\"planet\" is not a valid choice.", "type"),
      errors: [{ code: "invalid_choice", detail: "\"planet\" is not a valid choice.", attr: "type" }]
    }
  }
]

describe("the error table over the web handler", () => {
  for (const { body, headers = {}, init = as("phx_all"), name, path, status } of cases) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const call = yield* webApi()
        const answer = yield* call(path, init)
        const hasHint = path.includes("/query/") && status !== 405
        assert.strictEqual(answer.text, JSON.stringify(hasHint ? hinted(body) : body))
        assert.strictEqual(answer.status, status)
        assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
        for (const [header, value] of Object.entries(headers)) assert.strictEqual(answer.headers.get(header), value)
      }))
  }

  it.effect("a parameter sent twice is refused by name", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call("/api/projects/1/event_definitions/?search=a&search=b")
      assert.strictEqual(answer.status, 400)
      assert.match(answer.text, /^\{"type":"validation_error","code":"invalid_input","detail":".+","attr":"search"/)
    }))

  it.effect("a malformed body is named before the missing key, and after a good one", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (const authorization of [{}, { authorization: "Bearer phx_all" }]) {
        const answer = yield* call(query, { method: "POST", headers: { ...json, ...authorization }, body: "{\"a\":" })
        assert.strictEqual(answer.status, 400)
        assert.match(
          answer.text,
          /^\{"type":"invalid_request","code":"parse_error","detail":"JSON parse error - .+","attr":null,"extra":\{"hint":/
        )
      }
    }))

  it.effect("bytes that are no UTF-8 are a malformed body", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])
      const answer = yield* call(query, as("phx_all", { method: "POST", headers: json, body: bytes }))
      assert.strictEqual(answer.status, 400)
      assert.match(answer.text, /"code":"parse_error","detail":"JSON parse error - Invalid UTF-8/)
    }))

  it.effect("a JSON body over 10 MiB is 413", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      const answer = yield* call(query, post({ name: "x".repeat(10 * 1024 * 1024) }))
      assert.strictEqual(answer.status, 413)
      assert.strictEqual(answer.headers.get("connection"), "close")
      assert.deepStrictEqual(
        answer.json,
        hinted(body("invalid_request", "request_too_large", "Request body is larger than the limit of 10485760 bytes."))
      )
    }))

  it.effect("malformed percent escapes in a path are no defect", () =>
    Effect.gen(function*() {
      const call = yield* webApi()
      for (const path of ["/api/projects/%E0%A4%A/", "/%", "/api/projects/1/event_definitions/?search=%E0%A4%A"]) {
        const answer = yield* call(path)
        assert.strictEqual(answer.status, path.includes("search") ? 200 : 404, path)
      }
    }))
})

const syntax = { detail: "mismatched input", start: 7, end: 9 }

const failures: ReadonlyArray<
  readonly [string, NonNullable<Behaviour["run"]>, number, unknown, Record<string, string>]
> = [
  [
    "syntax error",
    () => Effect.fail(new SqlSyntaxError(syntax)),
    400,
    {
      ...body("validation_error", "hogql_syntax_error", "mismatched input"),
      extra: {
        start: 7,
        end: 9,
        hint: "The text is read up to `start`: look there and just before it.",
        retryable: false
      }
    },
    {}
  ],
  [
    "semantic error",
    () => Effect.fail(new SqlSemanticError({ ...syntax, code: "illegal_type_of_argument" })),
    400,
    {
      ...body("validation_error", "illegal_type_of_argument", "mismatched input"),
      extra: { start: 7, end: 9, hint: semanticHints["illegal_type_of_argument"], retryable: false }
    },
    {}
  ],
  [
    "run-time error",
    () => Effect.fail(new QueryRuntimeError({ code: "cannot_parse_uuid", detail: "Cannot parse uuid" })),
    400,
    {
      ...body("validation_error", "cannot_parse_uuid", "Cannot parse uuid"),
      extra: { hint: otherHints.QueryRuntimeError, retryable: false }
    },
    {}
  ],
  [
    "several invalid fields",
    () =>
      Effect.fail(
        new InvalidInput({
          issues: [
            { path: ["query", "series", 0], code: "required", message: "This field is required." },
            { path: [], code: "invalid_input", message: "No." }
          ]
        })
      ),
    400,
    {
      ...body("validation_error", "required", "This field is required.", "query__series__0"),
      errors: [
        { code: "required", detail: "This field is required.", attr: "query__series__0" },
        { code: "invalid_input", detail: "No.", attr: null }
      ],
      extra: { hint: inputHints["required"], retryable: false }
    },
    {}
  ],
  [
    "time-out",
    () => Effect.fail(new QueryTimedOut({ limitMillis: 1 })),
    504,
    {
      ...body("server_error", "query_timed_out", "Query has hit the max execution time before completing."),
      extra: { hint: otherHints.QueryTimedOut, retryable: false }
    },
    {}
  ],
  [
    "memory",
    () => Effect.fail(new QueryTooLarge({ limit: "memory" })),
    400,
    {
      ...body("validation_error", "query_too_large", "Query has reached the max memory limit before completing."),
      extra: { hint: limitHints.memory, retryable: false }
    },
    {}
  ],
  [
    "busy engine",
    () => Effect.fail(new QueryEngineBusy()),
    503,
    {
      ...body(
        "server_error",
        "query_engine_busy",
        "Queries are a little too busy right now. Please try again shortly."
      ),
      extra: { hint: otherHints.QueryEngineBusy, retryable: true }
    },
    { "retry-after": "5" }
  ],
  [
    "a server that ends before the answer",
    () => Effect.interrupt,
    503,
    body("server_error", "error", "The server is stopping."),
    { "retry-after": "1" }
  ],
  [
    "a defect says nothing of itself",
    () => Effect.die(new Error("password=hunter2")),
    500,
    {
      ...body("server_error", "error", "A server error occurred."),
      extra: {
        hint: "Nothing in the request is known to be wrong: tell whoever runs the server, whose log has the cause.",
        retryable: false
      }
    },
    {}
  ]
]

it.effect("a defect that means the storage is down says to come back, and only where the server knows such defects", () =>
  Effect.gen(function*() {
    const gone = new Error("connection refused")
    const references = Layer.succeed(IsStorageDown, (defect) => defect === gone)
    const call = yield* webApi({ run: () => Effect.die(gone) }, references)
    const answer = yield* call(query, post({ query: { kind: "HogQLQuery", query: "select 1" } }))
    assert.deepStrictEqual([answer.status, answer.headers.get("retry-after")], [503, "5"])
    assert.deepStrictEqual(answer.json, {
      ...body("server_error", "error", "The storage cannot be reached right now."),
      extra: { hint: "Send it again after the seconds that `Retry-After` names.", retryable: true }
    })
    const unaware = yield* webApi({ run: () => Effect.die(gone) })
    assert.strictEqual((yield* unaware(query, post({ query: { kind: "HogQLQuery", query: "select 1" } }))).status, 500)
  }))

describe("errors of core on the wire", () => {
  for (const [name, run, status, expected, headers] of failures) {
    it.effect(name, () =>
      Effect.gen(function*() {
        const call = yield* webApi({ run })
        const answer = yield* call(query, post({ query: { kind: "HogQLQuery", query: "select 1" } }))
        assert.strictEqual(answer.status, status)
        assert.strictEqual(answer.text, JSON.stringify(expected))
        for (const [header, value] of Object.entries(headers)) assert.strictEqual(answer.headers.get(header), value)
      }))
  }

  it("throttling has the time to wait", () => {
    const response = errorResponse(throttled(60))
    assert.strictEqual(response.status, 429)
    assert.strictEqual(response.headers["retry-after"], "60")
    const { extra, ...rest } = throttled(60).body
    assert.deepStrictEqual(
      rest,
      body("throttled_error", "throttled", "Request was throttled. Expected available in 60 seconds.")
    )
    assert.deepInclude(extra, { retryable: true })
  })

  it.effect("storage that does not answer makes the server not ready", () =>
    Effect.gen(function*() {
      const down = yield* webApi({ isEmpty: Effect.die("no connection to 10.0.0.1") })
      const answer = yield* down("/_ready", {})
      assert.strictEqual(answer.status, 503)
      assert.notInclude(answer.text, "10.0.0.1")
      assert.isNotNull(answer.headers.get("retry-after"))
      assert.strictEqual((yield* down("/_health", {})).text, "{\"status\":\"ok\"}")
      const up = yield* webApi()
      assert.strictEqual((yield* up("/_ready", {})).status, 200)
    }))
})
