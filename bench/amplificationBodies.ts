/** The worst requests known for every public route: `amplification.ts` sends them. */
import { gzipSync } from "node:zlib"
import { answerAttacks } from "./amplificationAnswers.ts"
import { keyedAttacks } from "./amplificationKeys.ts"
import type { Attack, Exchange, Target } from "./Attack.ts"

type Json = Readonly<Record<string, unknown>>

const mebibyte = 1024 * 1024
const json = { "content-type": "application/json" }
const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, i) => make(i))
const named = (count: number, name: (index: number) => string): Json =>
  Object.fromEntries(times(count, (index) => [name(index), 1]))

const gzipped = (path: string, body: string): Exchange => ({
  method: "POST",
  path,
  headers: { ...json, "content-encoding": "gzip" },
  body: gzipSync(body)
})

const plain = (path: string, body: string, type = "application/json"): Exchange => ({
  method: "POST",
  path,
  headers: { "content-type": type },
  body: Buffer.from(body)
})

const get = (path: string): Exchange => ({ method: "GET", path, headers: {}, body: undefined })

const batchText = (token: string, events: ReadonlyArray<Json>): string =>
  JSON.stringify({ api_key: token, batch: events })

const batch = ({ token }: Target, events: ReadonlyArray<Json>): Exchange => gzipped("/batch/", batchText(token, events))

const event = (distinctId: string, properties: Json = {}, name = "m"): Json => ({
  event: name,
  distinct_id: distinctId,
  timestamp: "2026-10-01T00:00:00Z",
  properties
})

const onBatch = (
  name: string,
  events: () => ReadonlyArray<Json>,
  before: () => ReadonlyArray<ReadonlyArray<Json>> = () => []
): Attack => ({
  route: "POST /batch/",
  name,
  before: (target) => before().map((earlier) => batch(target, earlier)),
  request: (target) => batch(target, events())
})

const written = (name: string, make: (token: string) => string): Attack => ({
  route: "POST /batch/",
  name,
  before: () => [],
  request: ({ token }) => gzipped("/batch/", make(token))
})

const large = "x".repeat(600_000)
const wide = named(80_000, (i) => `k${i}`)
/** About as many properties as one event may have. */
const full = named(19_900, (i) => `k${i}`)
/** Events that give a person as many properties as find room in it, 10,000 each. */
const widened = (person: string) =>
  times(5, (part) => event(person, { $set: named(10_000, (i) => `k${part * 10_000 + i}`) }))

const persons: ReadonlyArray<Attack> = [
  onBatch(
    "8,000 events of a person of 600 KB",
    () => times(8_000, () => event("s1")),
    () => [[event("s1", { $set: { large } })]]
  ),
  onBatch(
    "50 events of a person of 600 KB",
    () => times(50, () => event("s1")),
    () => [[event("s1", { $set: { large } })]]
  ),
  onBatch("15,000 events of 1,000 persons", () => times(15_000, (i) => event(`p${i % 1_000}`, { n: i, plan: "pro" }))),
  onBatch(
    "5,000 events that each set another property",
    () => times(5_000, (i) => event("s1", { $set: { [`p${i}`]: 1 } }))
  ),
  onBatch(
    "1,400 events that each set another property",
    () => times(1_400, (i) => event("s1", { $set: { [`p${i}`]: 1 } }))
  ),
  onBatch(
    "5,000 events that each set another property once",
    () => times(5_000, (i) => event("s1", { $set_once: { [`p${i}`]: 1 } }))
  ),
  onBatch(
    "one event each of 25 persons with 50,000 properties",
    () => times(25, (i) => event(`wide ${i}`, { $set: { one: 1 } })),
    () => times(25, (i) => widened(`wide ${i}`))
  ),
  onBatch(
    "one event each of 6 persons with 50,000 properties",
    () => times(6, (i) => event(`wide ${i}`, { $set: { one: 1 } })),
    () => times(6, (i) => widened(`wide ${i}`))
  ),
  onBatch(
    "one event each of 200 persons of 600 KB",
    () => times(200, (i) => event(`large ${i}`, { $set: { one: 1 } })),
    () => times(200, (i) => [event(`large ${i}`, { $set: { large } })])
  ),
  onBatch(
    "10,000 persons merged into one",
    () => times(10_000, (i) => event("one", { alias: `other ${i}` }, "$merge_dangerously"))
  ),
  onBatch(
    "a chain of 10,000 merges",
    () =>
      times(
        20_000,
        (i) =>
          i < 10_000
            ? event(`link ${i}`)
            : event(`link ${i - 9_999}`, { alias: `link ${i - 10_000}` }, "$merge_dangerously")
      )
  ),
  onBatch(
    "10,000 aliases of as many persons",
    () => times(10_000, (i) => event(`person ${i}`, { alias: `alias ${i}` }, "$create_alias"))
  ),
  onBatch(
    "3,000 events that unset 100 properties each",
    () => times(3_000, (i) => event(`u${i % 10}`, { $unset: times(100, (n) => `p${n}`) }))
  )
]

const groups: ReadonlyArray<Attack> = [
  onBatch(
    "5,000 $groupidentify that each set another property",
    () =>
      times(
        5_000,
        (i) => event("s1", { $group_type: "c", $group_key: "k", $group_set: { [`p${i}`]: 1 } }, "$groupidentify")
      )
  ),
  onBatch(
    "one $groupidentify each of 100 groups of 600 KB",
    () =>
      times(
        100,
        (i) => event("s1", { $group_type: "c", $group_key: `${i}`, $group_set: { one: 1 } }, "$groupidentify")
      ),
    () =>
      times(
        100,
        (i) => [event("s1", { $group_type: "c", $group_key: `${i}`, $group_set: { large } }, "$groupidentify")]
      )
  ),
  onBatch(
    "12 events of 19,900 groups",
    () => times(12, (i) => event("s1", { $groups: named(19_900, (n) => `t${i}/${n}`) }))
  )
]

const shapes: ReadonlyArray<Attack> = [
  written(
    "300,000 small events",
    (token) => `{"api_key":"${token}","batch":[${times(300_000, (i) => `{"event":"m","distinct_id":"u${i}"}`).join()}]}`
  ),
  onBatch("20,000 small events", () => times(20_000, (i) => event(`u${i}`))),
  onBatch("20,000 events of 20,000 names", () => times(20_000, (i) => event("s1", {}, `name ${i}`))),
  onBatch("19,000 events, each in another month", () =>
    times(19_000, (i) => ({
      ...event("s1"),
      timestamp: new Date(Date.UTC(1950, i % 900, 1)).toISOString()
    }))),
  onBatch("one event of 80,000 properties", () => [event("s1", wide)]),
  onBatch("12 events of 19,900 properties", () => times(12, () => event("s1", full))),
  onBatch("one event of 19,900 properties", () => [event("s1", full)]),
  onBatch("one event that sets 19,900 properties", () => [event("s1", { $set: full })]),
  onBatch(
    "4,000 events of 100 new properties each",
    () => times(4_000, (i) => event("s1", named(100, (n) => `$feature/${i}/${n}`)))
  ),
  written(
    "19 events of 500,000 levels",
    (token) =>
      `{"api_key":"${token}","batch":[${
        times(
          19,
          () => `{"event":"m","distinct_id":"d","properties":{"a":${"[".repeat(500_000)}${"]".repeat(500_000)}}}`
        ).join()
      }]}`
  ),
  written(
    "20 MiB of empty lists",
    (token) =>
      `{"api_key":"${token}","batch":[${
        times(19, () => `{"event":"m","distinct_id":"d","properties":{"a":[${"[],".repeat(340_000)}[]]}}`).join()
      }]}`
  ),
  written(
    "events that are 7 million empty lists",
    (token) => `{"api_key":"${token}","batch":[${"[],".repeat(6_900_000)}[]]}`
  ),
  written(
    "numbers with 300 digits",
    (token) =>
      `{"api_key":"${token}","batch":[${
        times(60, () => `{"event":"m","distinct_id":"d","properties":{"a":[${"1e300,".repeat(6_500)}1]}}`).join()
      }]}`
  ),
  written(
    "one event of 170,000 numbers with 300 digits",
    (token) =>
      `{"api_key":"${token}","batch":[{"event":"m","distinct_id":"d","properties":{"a":[${
        "1e300,".repeat(170_000)
      }1]}}]}`
  ),
  written("20 MiB of blanks", () => " ".repeat(20 * mebibyte)),
  written("20 MiB of a text that is no JSON", () => `{"batch":[${"\\\"".repeat(10 * mebibyte - 20)}`),
  written("20 MiB of members", (token) => `{"api_key":"${token}",${"\"a\":1,".repeat(3_300_000)}"b":1}`),
  written(
    "events near 20 MiB",
    (token) => batchText(token, times(19, (i) => event(`u${i}`, { text: "ж".repeat(500_000) })))
  ),
  { ...written("a bomb of 1 GiB", () => ""), request: () => bomb() },
  {
    ...written("20 MiB that are no UTF-8", () => ""),
    request: () => ({
      method: "POST",
      path: "/batch/",
      headers: { ...json, "content-encoding": "gzip" },
      body: gzipSync(new Uint8Array(20 * mebibyte).fill(0xff))
    })
  }
]

const bomb = (): Exchange => ({
  method: "POST",
  path: "/batch/",
  headers: { ...json, "content-encoding": "gzip" },
  body: gzipSync(new Uint8Array(1024 * mebibyte))
})

const base64 = (text: string): string => Buffer.from(text).toString("base64")

const capturing = (route: string, name: string, request: Attack["request"]): Attack => ({
  route,
  name,
  before: () => [],
  request
})

const single = (token: string, properties: Json): string =>
  JSON.stringify({ api_key: token, ...event("s1", properties) })

/** The other capture routes lead to the same place: each gets a body of its own kind. */
const captureRoutes: ReadonlyArray<Attack> = [
  capturing(
    "POST /e/",
    "base64 of 14 MiB",
    ({ token }) =>
      plain(
        "/e/?compression=base64",
        base64(batchText(token, times(14, () => event("s1", { text: "x".repeat(mebibyte - 500) }))))
      )
  ),
  capturing("POST /capture/", "a form of 3 MiB", ({ token }) =>
    plain(
      "/capture/",
      `data=${encodeURIComponent(base64(batchText(token, times(15_000, (i) => event(`u${i}`)))))}`,
      "application/x-www-form-urlencoded"
    )),
  capturing(
    "POST /track/",
    "a form of 1,000,000 fields",
    () => plain("/track/", `data=1${"&a=b".repeat(1_000_000)}`, "application/x-www-form-urlencoded")
  ),
  capturing(
    "POST /engage/",
    "one event that sets 19,900 properties",
    ({ token }) => gzipped("/engage/", single(token, { $set: full }))
  ),
  capturing("POST /i/v0/e/", "one event of 19,900 properties", ({ token }) => gzipped("/i/v0/e/", single(token, full))),
  ...["/e/", "/capture/", "/track/", "/engage/", "/batch/", "/i/v0/e/"].map((path) =>
    capturing(
      `GET ${path}`,
      "an event of 12 KB in the query",
      ({ token }) =>
        get(`${path}?data=${encodeURIComponent(base64(single(token, named(500, (i) => `k${i}`))))}`.slice(0, 15_000))
    )
  )
]

const flagsBody = (token: string, more: Json): string => JSON.stringify({ token, distinct_id: "u", ...more })
const haystack = `${"ab".repeat(450_000)}c`

const flagAttacks = (path: string): ReadonlyArray<Attack> => [
  capturing(
    `POST ${path}`,
    "900 KB against 1,000 conditions",
    ({ token }) => plain(`${path}?v=2`, flagsBody(token, { person_properties: { email: haystack } }))
  ),
  capturing(
    `POST ${path}`,
    "80,000 properties",
    ({ token }) => plain(`${path}?v=2`, flagsBody(token, { person_properties: wide }))
  ),
  capturing(`POST ${path}`, "80,000 groups", ({ token }) => plain(`${path}?v=2`, flagsBody(token, { groups: wide }))),
  capturing(
    `POST ${path}`,
    "500,000 levels",
    ({ token }) =>
      plain(`${path}?v=2`, `{"token":"${token}","distinct_id":"u","a":${"[".repeat(500_000)}${"]".repeat(500_000)}}`)
  ),
  capturing(
    `GET ${path}`,
    "a query of 15 KB",
    ({ token }) =>
      get(
        `${path}?v=2&token=${token}&data=${base64(flagsBody(token, { groups: named(600, (i) => `k${i}`) }))}`.slice(
          0,
          15_000
        )
      )
  )
]

const ofrep = (path: string, name: string, context: Json): Attack =>
  capturing(`POST /ofrep/v1/evaluate/flags/${path}`, name, ({ token }) => ({
    method: "POST",
    path: `/ofrep/v1/evaluate/flags/${path.replace("{key}", "needles")}`,
    headers: { ...json, authorization: `Bearer ${token}` },
    body: Buffer.from(JSON.stringify({ context: { targetingKey: "u", ...context } }))
  }))

/** The list of surveys is the largest answer that a token gets: some of the largest surveys. */
const surveys: Attack = {
  route: "GET /api/surveys/",
  name: "20 surveys of 240 KB",
  before: ({ key }) =>
    times(20, (i) => ({
      method: "POST",
      path: "/api/projects/@current/surveys/",
      headers: { ...json, authorization: `Bearer ${key}` },
      body: Buffer.from(JSON.stringify({
        name: `Large ${i}`,
        type: "api",
        questions: times(20, () => ({ type: "open", question: "x".repeat(12_000) }))
      }))
    })),
  request: ({ token }) => get(`/api/surveys/?token=${token}`)
}

const post = (path: string, body: Json): Exchange => ({
  method: "POST",
  path,
  headers: json,
  body: Buffer.from(JSON.stringify(body))
})

/** Almost all that a body may have. */
const long = "x".repeat(65_000)

/** Each copy asks for another account, so that none is slowed down. */
const signingIn: ReadonlyArray<Attack> = [
  capturing(
    "POST /api/login/",
    "a wrong password of 200 characters",
    (_, copy) => post("/api/login/", { email: `user${copy ?? 0}@example.com`, password: "x".repeat(200) })
  ),
  capturing("POST /api/login/", "an email of 65 KB", () => post("/api/login/", { email: long, password: "12345678" })),
  capturing(
    "POST /api/login/",
    "a body of 9 MB",
    () => post("/api/login/", { email: "x".repeat(9_000_000), password: "12345678" })
  ),
  capturing("POST /api/logout/", "a body of 65 KB", () => post("/api/logout/", { a: long })),
  capturing(
    "POST /api/setup/",
    "a link that nobody has",
    () => post("/api/setup/", { token: "hgl_unknown", email: "ada@example.com", password: "x".repeat(200) })
  ),
  capturing("POST /api/reset/", "an email of 65 KB", () => post("/api/reset/", { email: long })),
  capturing(
    "POST /api/reset/complete/",
    "a token of 65 KB",
    () => post("/api/reset/complete/", { token: long, password: "12345678" })
  ),
  capturing(
    "POST /api/login/complete/",
    "a token of 65 KB",
    () => post("/api/login/complete/", { token: long, code: "123456" })
  ),
  capturing(
    "POST /api/invites/read/",
    "a link that nobody has",
    () => post("/api/invites/read/", { token: "hgl_unknown" })
  ),
  capturing(
    "POST /api/invites/accept/",
    "a link that nobody has",
    () => post("/api/invites/accept/", { token: "hgl_unknown", password: "x".repeat(200) })
  ),
  capturing("POST /api/oidc/start/", "a path of 65 KB", () => post("/api/oidc/start/", { next: `/${long}` })),
  capturing("POST /api/oidc/complete/", "a query of 65 KB", () => post("/api/oidc/complete/", { search: long })),
  capturing("GET /api/session/", "a cookie of 12 KB", () => ({
    method: "GET",
    path: "/api/session/",
    headers: { cookie: `hedgerow_session=${"x".repeat(12_000)}`, "sec-fetch-site": "same-origin" },
    body: undefined
  }))
]

/** The pages of the console are one file; its other files are cached by their names. */
const consolePages: ReadonlyArray<Attack> = [
  ...["/login", "/setup", "/reset-password", "/invite", "/oidc", "/account", "/project/*"].map((path) =>
    capturing(`GET ${path}`, "the page of the console", () => ({
      method: "GET",
      path: path.replace("*", "1/sql"),
      headers: { accept: "text/html" },
      body: undefined
    }))
  ),
  capturing("GET /console/*", "a name of 15 KB", () => get(`/console/${"x".repeat(15_000)}`))
]

const others: ReadonlyArray<Attack> = [
  surveys,
  ofrep("", "900 KB against 1,000 conditions", { email: haystack }),
  ofrep("", "80,000 properties", wide),
  ofrep("{key}/", "900 KB against 1,000 conditions", { email: haystack }),
  // An accepted stream stays open by design and is bounded by number: what is measured is a request of its largest size.
  capturing(
    "GET /ofrep/v1/stream/",
    "a token and an etag of 15 KB",
    () => get(`/ofrep/v1/stream/?token=${"x".repeat(7_000)}&since=${"x".repeat(8_000)}`)
  ),
  capturing("GET /array/{token}/config/", "a known token", ({ token }) => get(`/array/${token}/config/`)),
  capturing("GET /array/{token}/config.js", "a token of 15 KB", () => get(`/array/${"x".repeat(15_000)}/config.js`)),
  capturing("GET /static/{file}", "the largest script, not compressed", () => get("/static/array.full.js")),
  capturing("GET /static/{version}/{file}", "a name of 15 KB", () => get(`/static/1/${"x".repeat(15_000)}.js`)),
  capturing(
    "GET /external_surveys/{id}/",
    "an unknown id, as a page",
    () => ({
      method: "GET",
      path: "/external_surveys/01a1fce9-f7a3-74e2-b963-b888a892abed/",
      headers: { accept: "text/html" },
      body: undefined
    })
  ),
  ...(["GET", "POST"] as const).map((method) =>
    capturing(`${method} /api/unsubscribe/`, "a token of 15 KB, as a page", () => ({
      method,
      path: `/api/unsubscribe/?token=hs1.x.${"x".repeat(15_000)}`,
      headers: { accept: "text/html" },
      body: undefined
    }))
  ),
  capturing("GET /shared/{token}/", "a link that nobody has, as a page", () => ({
    method: "GET",
    path: `/shared/hgl_${"x".repeat(43)}/`,
    headers: { accept: "text/html" },
    body: undefined
  })),
  capturing("GET /_health", "a query of 15 KB", () => get(`/_health?${"a=b&".repeat(3_700)}`)),
  capturing("GET /_ready", "a query of 15 KB", () => get(`/_ready?${"a=b&".repeat(3_700)}`)),
  capturing("GET /openapi.json", "the document", () => get("/openapi.json")),
  capturing("GET /metrics", "all metrics", () => get("/metrics")),
  ...["/docs", "/docs/page.js", "/docs/start.js"].map((path) => capturing(`GET ${path}`, "the page", () => get(path))),
  capturing("GET /guides/*", "the longest page, not compressed", () => get("/guides/errors"))
]

/** Every attack, in the order of the table. */
export const attacks: ReadonlyArray<Attack> = [
  ...persons,
  ...groups,
  ...shapes,
  ...captureRoutes,
  ...flagAttacks("/flags/"),
  ...flagAttacks("/decide/"),
  ...others,
  ...signingIn,
  ...consolePages,
  ...keyedAttacks,
  ...answerAttacks
]

/** The flag that is created before the attacks: as many conditions as one may have, each of which searches a text. */
export const needles = {
  key: "needles",
  name: "1,000 conditions",
  _should_create_usage_dashboard: false,
  filters: {
    groups: times(1_000, (i) => ({
      properties: [{ key: "email", type: "person", value: `ab${"ab".repeat(20)}d${i}`, operator: "icontains" }],
      rollout_percentage: 100
    }))
  }
}
