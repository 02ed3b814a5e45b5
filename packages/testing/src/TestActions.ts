import type { Project } from "@hedgerow/core/identity/Project"
import { Effect, Schema } from "effect"

/** The fields of an event that a test sets; the rest has the defaults of capture. */
export interface TestEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp?: string
  readonly uuid?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly $set?: Readonly<Record<string, unknown>>
}

/** The API answered with an error. */
export class UnexpectedAnswer extends Schema.TaggedError<UnexpectedAnswer>()("UnexpectedAnswer", {
  path: Schema.String,
  status: Schema.Int,
  body: Schema.String
}) {
  override get message(): string {
    return `${this.path} answered ${this.status}: ${this.body}`
  }
}

/** A stored event as a test reads it; `timestamp` is ISO 8601 in UTC. */
export interface CapturedEvent {
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: Readonly<Record<string, Schema.Json>>
}

const SqlAnswer = Schema.Struct({ results: Schema.Array(Schema.Array(Schema.Json)) })
const EventRow = Schema.Tuple([
  Schema.String,
  Schema.String,
  Schema.String,
  Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json))
])
const FlagPage = Schema.Struct({ results: Schema.Array(Schema.Struct({ id: Schema.Int, key: Schema.String })) })
const Answer = Schema.fromJsonString(Schema.Json)

const eventsSql = "SELECT event, distinct_id, timestamp, properties FROM events WHERE event = {name} OR {name} = '' "
  + "ORDER BY timestamp, uuid LIMIT 50000"

/** The definition of a flag that answers the same to everybody. */
const sameForAll = (value: boolean | string) => ({
  active: value !== false,
  filters: {
    groups: [{ properties: [], rollout_percentage: 100 }],
    ...(typeof value === "string" ? { multivariate: { variants: [{ key: value, rollout_percentage: 100 }] } } : {})
  }
})

/** What tests do to the API, over its requests. */
export const makeTestActions = (
  request: (path: string, init?: RequestInit) => Effect.Effect<Response>,
  { api_token, id }: Project
) => {
  const flagsPath = `/api/projects/${id}/feature_flags/`

  const send = Effect.fn("TestApi.send")(function*(method: string, path: string, body?: unknown) {
    const response = yield* request(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const text = yield* Effect.promise(() => response.text())
    if (!response.ok) return yield* new UnexpectedAnswer({ path, status: response.status, body: text })
    return text === "" ? null : yield* Effect.orDie(Schema.decodeEffect(Answer)(text))
  })

  const ask = Effect.fnUntraced(function*(query: string, values: Readonly<Record<string, Schema.Json>> = {}) {
    const body = { refresh: "force_blocking", query: { kind: "ServiceSqlQuery", query, values } }
    const answer = yield* send("POST", `/api/projects/${id}/query/`, body)
    return (yield* Effect.orDie(Schema.decodeUnknownEffect(SqlAnswer)(answer))).results
  })

  return {
    send,
    capture: Effect.fn("TestApi.capture")(function*(...events: ReadonlyArray<TestEvent>) {
      yield* send("POST", "/batch/", { api_key: api_token, batch: events })
    }),
    query: Effect.fn("TestApi.query")((sql: string) => ask(sql)),
    events: Effect.fn("TestApi.events")(function*(name = "") {
      const rows = yield* Effect.orDie(
        Schema.decodeUnknownEffect(Schema.Array(EventRow))(yield* ask(eventsSql, { name }))
      )
      return rows.map(([event, distinct_id, timestamp, properties]): CapturedEvent => ({
        event,
        distinct_id,
        timestamp,
        properties
      }))
    }),
    setFlag: Effect.fn("TestApi.setFlag")(function*(key: string, value: boolean | string) {
      const found = yield* send("GET", `${flagsPath}?search=${encodeURIComponent(key)}`)
      const { results } = yield* Effect.orDie(Schema.decodeUnknownEffect(FlagPage)(found))
      const flag = results.find((one) => one.key === key)
      yield* flag === undefined
        ? send("POST", flagsPath, { key, ...sameForAll(value), _should_create_usage_dashboard: false })
        : send("PATCH", `${flagsPath}${flag.id}/`, sameForAll(value))
    })
  }
}
