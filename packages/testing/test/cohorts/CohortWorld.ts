import type { DomainServices } from "@hedgerow/core/Domain"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { call, type Definition } from "../definitions/Call.ts"

/** A condition on a property of persons. */
export const has = (key: string, value: unknown, operator = "exact") => ({ key, type: "person", value, operator })

/** A condition on membership. */
export const isIn = (id: unknown) => ({ key: "id", type: "cohort", value: id })

/** Filters of which all conditions hold. */
export const allOf = (...values: ReadonlyArray<unknown>) => ({
  filters: { properties: { type: "OR", values: [{ type: "AND", values }] } }
})

/** The conditions' place in such filters, as an error names it. */
export const place = (index: number, ...rest: ReadonlyArray<string>) =>
  ["filters", "properties", "values", 0, "values", index, ...rest].join("__")

/** A new cohort, which the API must take. */
export const create = Effect.fnUntraced(function*(body: object) {
  const { body: cohort, status } = yield* call("POST", "cohorts/", body)
  if (status !== 201) return yield* Effect.die(new Error(`${status}: ${JSON.stringify(cohort)}`))
  return cohort
})

/** The cohort once its members have been found. */
export const calculated = Effect.fnUntraced(function*(id: unknown) {
  for (let left = 200; left > 0; left--) {
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    const { body } = yield* call("GET", `cohorts/${String(id)}/`)
    if (body["is_calculating"] === false) return body
  }
  return yield* Effect.die(new Error(`Cohort ${String(id)} is still being calculated`))
})

/** The distinct ids of a cohort's members, sorted. */
export const members = Effect.fnUntraced(function*(id: unknown) {
  const { body } = yield* call("GET", `cohorts/${String(id)}/persons/`)
  const persons = body["results"] as ReadonlyArray<Definition>
  return persons.map((person) => (person["distinct_ids"] as ReadonlyArray<string>).join("+")).toSorted()
})

type Properties = Readonly<Record<string, unknown>>

/** The API with persons: their distinct ids and properties. */
export const withPersons =
  (persons: Readonly<Record<string, Properties>>) =>
  <A, E>(test: Effect.Effect<A, E, DomainServices | StoragePorts | TestApi>) =>
    Effect.gen(function*() {
      const api = yield* TestApi
      const events = Object.entries(persons).map(([distinct_id, $set]): TestEvent => ({
        event: "seen",
        distinct_id,
        $set
      }))
      yield* api.capture(...events)
      return yield* test
    }).pipe(Effect.provide(TestApi.layer))

/** Status, code, attr and text of an error. */
export const refusal = ({ body, status }: { readonly status: number; readonly body: Definition }) => [
  status,
  body["code"],
  body["attr"],
  body["detail"]
]
