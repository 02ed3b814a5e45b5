import { assert } from "@effect/vitest"
import {
  ProjectSecretKey,
  projectSecretKeyEntity,
  type ProjectSecretKeyId
} from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import type { EntityColumns } from "@hedgerow/core/entities/Where"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { DateTime, Effect, Exit, Option, Struct } from "effect"
import type { EntityCase } from "../entities/EntityCase.ts"
import { makeProjectId, makeTwoProjects } from "../fixtures.ts"
import { type AccessPorts, type AccessTests, assertEqual, makeUser } from "./AccessWorld.ts"

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

  it.effect("a use is noted at the secret alone, and in its project alone", () =>
    Effect.gen(function*() {
      const repository = yield* ProjectSecretKeyRepository
      const [mine, other] = yield* makeTwoProjects
      const [key, bystander] = [yield* makeSecret(mine.id), yield* makeSecret(mine.id)]
      yield* Effect.forEach([key, bystander], repository.insert, { discard: true })
      const used = at("2024-02-29T12:00:00.123Z")
      yield* repository.markUsed(other.id, bystander.id, used)
      yield* repository.markUsed(mine.id, key.id, used)
      const expected = new ProjectSecretKey(Struct.assign(key, { last_used_at: used }))
      assertEqual(yield* repository.findBySecureValue(key.secure_value), Option.some(expected))
      assertEqual(yield* repository.findBySecureValue(bystander.secure_value), Option.some(bystander))
    }))
}

/** Projects' secrets as an entity. */
export const secretKeyCase: EntityCase<
  ProjectSecretKeyRepository,
  ProjectSecretKey,
  EntityColumns,
  never,
  AccessPorts
> = {
  entity: projectSecretKeyEntity,
  port: ProjectSecretKeyRepository,
  unique: ["secure_value"],
  owner: makeProjectId,
  fields: (project) => makeSecret(project),
  changes: Effect.fnUntraced(function*() {
    const changes: Partial<ProjectSecretKey> = {
      label: "Rolled",
      secure_value: `sha256$${yield* makeUuid7}`,
      mask_value: "phs_...next",
      scopes: ["feature_flag:read", "query:read"],
      last_rolled_at: at("2024-03-01T00:00:00.001Z"),
      created_at: at("2020-01-01T00:00:00Z"),
      created_by: (yield* Effect.orDie(makeUser)).id,
      last_used_at: at("2024-02-29T12:00:00.123Z")
    }
    return changes
  })
}
