import { assert, layer as withLayer } from "@effect/vitest"
import { type OrganizationRepository, ProjectRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { idOfMember } from "@hedgerow/core/access/Member"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import type { ActivityRepository } from "@hedgerow/core/activity/ActivityRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, Layer, Option } from "effect"

type Ports =
  | ActivityRepository
  | OrganizationRepository
  | PersonalApiKeyRepository
  | ProjectRepository
  | Transaction
  | UserRepository

const all = { limit: 100, offset: 0 }

const generated = { projectName: "First", personalApiKey: Option.none(), projectToken: Option.none() }

/** The first start: made once, also by servers that start at the same moment. `layer` must be an empty storage. */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void => {
  withLayer(Layer.provideMerge(ActivityLog.layer, layer))(`${name}: bootstrap`, (it) => {
    it.effect("makes one first project, whoever starts at the same time", () =>
      Effect.gen(function*() {
        const answers = yield* Effect.all(Array.from({ length: 5 }, () => bootstrap(generated)), {
          concurrency: "unbounded"
        })
        const made = answers.flatMap((answer) => Option.isSome(answer) ? [answer.value] : [])
        assert.strictEqual(made.length, 1)
        const [first] = made
        if (first === undefined) return
        const projects = yield* ProjectRepository
        assert.strictEqual(first.project.id, 1)
        assert.match(first.project.api_token, /^phc_[0-9a-zA-Z]{43}$/)
        assert.isTrue(Option.isSome(yield* projects.findByToken(first.project.api_token)))
        assert.isFalse(yield* projects.isEmpty)

        const keys = yield* PersonalApiKeyRepository
        const key = Option.getOrThrow(yield* keys.findBySecureValue(secureValueOf(first.personalApiKey)))
        assert.deepStrictEqual([key.user_id, key.scopes], [first.user.id, ["*"]])

        const users = yield* UserRepository
        const [membership] = yield* users.memberships(first.user.id)
        assert.deepStrictEqual([membership?.organization_id, membership?.level], [first.project.organization_id, 15])
        assert.strictEqual(first.user.current_project_id, first.project.id)

        const activity = yield* ActivityLog
        const ofPeople = (yield* activity.list({ organization: first.project.organization_id }, all)).items
        const { organization_id } = first.project
        const member = idOfMember({ organization_id, user: first.user })
        assert.deepStrictEqual(ofPeople.map((entry) => [entry.scope, entry.activity, entry.user, entry.item_id]), [
          ["PersonalAPIKey", "created", null, key.id],
          ["OrganizationMembership", "created", null, member],
          ["Organization", "created", null, organization_id]
        ])
        const [entry, ...others] = (yield* activity.list({ project: first.project.id }, all)).items
        assert.deepStrictEqual(others, [])
        assert.deepStrictEqual([entry?.scope, entry?.activity, entry?.item_id], ["Project", "created", "1"])
      }))
  })
}
