import { Users } from "@hedgerow/core/access/Users"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, call, FlagApi, good } from "../FlagApi.ts"

/** The rows of a list's answer. */
export const rows = (value: unknown) => value as ReadonlyArray<JsonRecord>

/** Sets the approvals that changes of the project's flags need. */
export const need = Effect.fnUntraced(function*(flag_approvals: JsonRecord | null) {
  const { project } = yield* FlagApi
  return yield* good("PATCH", `/api/projects/${project.id}/`, { flag_approvals })
})

/** The sender of a request that is signed with a key. */
export const as = (key: string) => ({ key })

/** The keys of three members. */
export const makeMembers = Effect.gen(function*() {
  const { keyOf } = yield* FlagApi
  const scopes = ["feature_flag:write"]
  return {
    ada: as(yield* keyOf("ada", scopes)),
    bob: as(yield* keyOf("bob", scopes)),
    cy: as(yield* keyOf("cy", scopes))
  }
})

export const pathOf = (flag: JsonRecord) => `feature_flags/${String(flag["id"])}/`

/** The change request that an answer names. */
export const requestOf = ({ body, status, text }: Answer): number => {
  const extra = body["extra"] as JsonRecord | undefined
  const id = extra?.["change_request"]
  if (status !== 409 || body["code"] !== "approval_required" || typeof id !== "number") throw new Error(text)
  return id
}

/** Asks for a change of a flag; answers the id of the request. */
export const ask = (flag: JsonRecord, body: JsonRecord, sent?: Parameters<typeof call>[3]) =>
  Effect.map(call("PATCH", pathOf(flag), body, sent), requestOf)

export const read = (id: number) => good("GET", `change_requests/${id}/`)

export const step = (id: number, name: "approve" | "cancel" | "reject", sent?: Parameters<typeof call>[3]) =>
  call("POST", `change_requests/${id}/${name}/`, name === "reject" ? { reason: "Not now." } : undefined, sent)

/** Status and code of an error, and the state that it names. */
export const stateRefusal = ({ body, status }: Answer) => [
  status,
  body["code"],
  (body["extra"] as JsonRecord | undefined)?.["state"]
]

/** Lets the worker take what is new before the clock jumps. */
export const pass = (time: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.andThen(TestClock.adjust(0), TestClock.adjust(time))

/** Takes a member's access away. */
export const disable = Effect.fnUntraced(function*(name: string) {
  const users = yield* Users
  const { id } = yield* users.findByEmail(`${name}@example.com`)
  yield* users.setActive(id, false)
})
