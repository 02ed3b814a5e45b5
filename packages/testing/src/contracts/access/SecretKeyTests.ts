import { assert } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { ProjectSecretKey, type ProjectSecretKeyId } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Exit, Option, Struct } from "effect"
import { makeTwoProjects } from "../fixtures.ts"
import { type AccessTests, assertEqual, makeUser } from "./AccessWorld.ts"

const makeSecret = Effect.fnUntraced(function*(project: ProjectId, overrides: Partial<ProjectSecretKey> = {}) {
  const id = yield* makeUuid7
  return new ProjectSecretKey({
    id: id as string as ProjectSecretKeyId,
    project_id: project,
    label: "Gate's \"server\"",
    secure_value: `sha256$${id}`,
    mask_value: "phs_...gate",
    scopes: ["feature_flag:read"],
    created_at: yield* DateTime.now,
    created_by: null,
    last_rolled_at: null,
    last_used_at: null,
    ...overrides
  })
})

const at = (iso: string) => DateTime.makeUnsafe(iso)

/** Projects' secrets. */
export const secretKeyTests = (it: AccessTests): void => {
  it.effect("a project's secret is found by its value, and by its id in that project alone", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectSecretKeyRepository
      const [mine, other] = yield* makeTwoProjects
      const user = yield* makeUser
      const plain = yield* makeSecret(mine.id)
      const full = yield* makeSecret(mine.id, {
        scopes: [],
        created_by: user.id,
        last_rolled_at: at("2024-02-29T23:59:59.998Z"),
        last_used_at: at("2024-02-29T23:59:59.999Z")
      })
      yield* Effect.forEach([plain, full], repository.insert, { discard: true })
      assertEqual(yield* repository.findBySecureValue(plain.secure_value), Option.some(plain))
      assertEqual(yield* repository.findBySecureValue(full.secure_value), Option.some(full))
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue("sha256$unknown")))
      assertEqual(yield* repository.find(mine.id, full.id), Option.some(full))
      assert.isTrue(Option.isNone(yield* repository.find(other.id, full.id)))
      const twice = yield* makeSecret(other.id, { secure_value: plain.secure_value })
      assert.isTrue(Exit.hasDies(yield* Effect.exit(repository.insert(twice))))
      assertEqual(yield* repository.findBySecureValue(plain.secure_value), Option.some(plain))
    }))

  it.effect("a project's secrets are listed oldest first; another project neither sees nor changes them", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectSecretKeyRepository
      const [mine, other] = yield* makeTwoProjects
      const young = yield* makeSecret(mine.id, { created_at: at("2024-03-01T00:00:00.500Z") })
      const old = yield* makeSecret(mine.id, { created_at: at("2024-03-01T00:00:00.499Z") })
      const foreign = yield* makeSecret(other.id)
      yield* Effect.forEach([young, old, foreign], repository.insert, { discard: true })
      assertEqual(yield* repository.list(mine.id), [old, young])

      yield* repository.update(new ProjectSecretKey({ ...foreign, project_id: mine.id, label: "Stolen" }))
      yield* repository.markUsed(mine.id, foreign.id, at("2024-03-01T00:00:00Z"))
      yield* repository.remove(mine.id, foreign.id)
      assertEqual(yield* repository.list(other.id), [foreign])
      assertEqual(yield* repository.list(mine.id), [old, young])
    }))

  it.effect("an update replaces value, label and scopes, but not when the secret was made and used", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectSecretKeyRepository
      const [mine] = yield* makeTwoProjects
      const user = yield* makeUser
      const key = yield* makeSecret(mine.id, { created_by: user.id })
      const bystander = yield* makeSecret(mine.id)
      yield* Effect.forEach([key, bystander], repository.insert, { discard: true })
      const used = at("2024-02-29T12:00:00.123Z")
      yield* repository.markUsed(mine.id, key.id, used)
      assertEqual(
        yield* repository.findBySecureValue(key.secure_value),
        Option.some(new ProjectSecretKey(Struct.assign(key, { last_used_at: used })))
      )
      const changes = {
        label: "Rolled",
        secure_value: `${key.secure_value}-new`,
        mask_value: "phs_...next",
        scopes: ["feature_flag:read", "query:read"],
        last_rolled_at: at("2024-03-01T00:00:00.001Z")
      }
      const more = { created_at: at("2020-01-01T00:00:00Z"), created_by: null }
      yield* repository.update(new ProjectSecretKey({ ...key, ...changes, ...more }))
      const expected = new ProjectSecretKey({ ...key, ...changes, last_used_at: used })
      assertEqual(yield* repository.findBySecureValue(changes.secure_value), Option.some(expected))
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue(key.secure_value)))
      yield* repository.remove(mine.id, key.id)
      assert.isTrue(Option.isNone(yield* repository.findBySecureValue(changes.secure_value)))
      assertEqual(yield* repository.list(mine.id), [bystander])
    }))
}
