import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"

/** A definition as a test reads it. */
export type Definition = Readonly<Record<string, unknown>>

/** The response to a call. */
export interface Answer {
  readonly status: number
  readonly body: Definition
}

/** Calls a path of the project with the key of all scopes. */
export const call = Effect.fnUntraced(function*(method: string, path: string, body?: unknown) {
  const api = yield* TestApi
  const url = path.startsWith("/") ? path : `/api/projects/${api.project.id}/${path}`
  const response = yield* api.request(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const text = yield* Effect.promise(() => response.text())
  return { status: response.status, body: text === "" ? {} : JSON.parse(text) as Definition } satisfies Answer
})

/** The items of a list. */
export const listed = Effect.fnUntraced(function*(path: string) {
  const { body, status } = yield* call("GET", path)
  if (status !== 200) return yield* Effect.die(new Error(`${path} answered ${status}: ${JSON.stringify(body)}`))
  return body["results"] as ReadonlyArray<Definition>
})

/** The names of a list's items. */
export const names = (path: string) => Effect.map(listed(path), (items) => items.map((item) => item["name"]))

/** The one item of a list that has a name. */
export const named = Effect.fnUntraced(function*(path: string, name: string) {
  const item = (yield* listed(path)).find((one) => one["name"] === name)
  return item ?? (yield* Effect.die(new Error(`${name} is not in ${path}`)))
})

/** The id of an event's definition. */
export const eventId = (name: string) => Effect.map(named("event_definitions/", name), (item) => String(item["id"]))

/** The id of a property's definition. */
export const propertyId = (name: string) =>
  Effect.map(named("property_definitions/", name), (item) => String(item["id"]))
