// The storages of these tests fail with what their set-up fails with.
// @effect-diagnostics anyUnknownInErrorContext:off
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Left, settle, storages, typesOf, untilLeft } from "../../alerts/AlertWorld.ts"
import { call, create, good } from "../FlagApi.ts"
import { ask, makeMembers, need, pathOf, step } from "./ApprovalWorld.ts"

describe.each(Object.entries(storages))("approvers, with %s", (_, storage) => {
  it.effect(
    "get one mail for each request of others, and webhooks are told of each step",
    () =>
      Effect.gen(function*() {
        const left = yield* Left
        const { ada, bob } = yield* makeMembers
        yield* good("POST", "webhooks/", { url: "https://example.com/hooks", types: ["change_request.*"] })
        const flag = yield* create("gate", { name: "Gate" })
        yield* need({ approvals: 1 })

        const refused = yield* call("PATCH", pathOf(flag), { key: "no key" }, ada)
        assert.strictEqual(refused.status, 400)
        const id = yield* ask(flag, { active: false, _approval_comment: "Costs too much." }, ada)
        assert.strictEqual(yield* ask(flag, { active: false }, ada), id)
        yield* untilLeft(1, 3)
        yield* step(id, "approve", bob)
        yield* untilLeft(3, 3)
        yield* settle

        const types = typesOf(left.posts)
        assert.deepStrictEqual(types, ["change_request.requested", "change_request.approved", "change_request.applied"])
        const [told] = left.posts.map(({ body }) => JSON.parse(body).data)
        assert.deepInclude(told, { scope: "ChangeRequest", id: String(id), name: "gate" })
        assert.strictEqual(told.user.email, "ada@example.com")
        const subject = "[Meadow] A change of the feature flag gate needs approval"
        assert.sameDeepMembers(left.mails.map((mail) => [mail.to, mail.subject]), [
          ["owner@hedgerow.local", subject],
          ["bob@example.com", subject],
          ["cy@example.com", subject]
        ])
        for (const { text } of left.mails) {
          assert.include(text, "ada@example.com asks for a change of the feature flag gate.")
          assert.include(text, "Changed: active\nComment: Costs too much.\n")
          assert.include(text, `/change_requests/${id}/`)
        }
      }).pipe(Effect.provide(storage)),
    300_000
  )

  it.effect(
    "are told of a rejection by webhooks, and by no mail",
    () =>
      Effect.gen(function*() {
        const left = yield* Left
        const { ada, bob } = yield* makeMembers
        yield* good("POST", "webhooks/", { url: "https://example.com/hooks", types: ["change_request.rejected"] })
        const flag = yield* create("gate")
        yield* need({ approvals: 1 })
        yield* step(yield* ask(flag, { active: false }, ada), "reject", bob)
        yield* untilLeft(1, 3)
        yield* settle
        assert.deepStrictEqual(typesOf(left.posts), ["change_request.rejected"])
        assert.strictEqual(left.mails.length, 3)
      }).pipe(Effect.provide(storage)),
    300_000
  )
})
