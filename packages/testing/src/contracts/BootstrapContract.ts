import { assert, layer as withLayer } from "@effect/vitest"
import {
  type OrganizationRepository,
  PersonalApiKeyRepository,
  ProjectRepository,
  UserRepository
} from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, type Layer, Option } from "effect"

type Ports = OrganizationRepository | PersonalApiKeyRepository | ProjectRepository | Transaction | UserRepository

const generated = { projectName: "First", personalApiKey: Option.none(), projectToken: Option.none() }

/** The first start: made once, also by servers that start at the same moment. `layer` must be an empty storage. */
export const suite = <E>(name: string, layer: Layer.Layer<Ports, E>): void => {
  withLayer(layer)(`${name}: bootstrap`, (it) => {
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
      }))
  })
}
