import { assert, layer } from "@effect/vitest"
import { DashboardId } from "@hedgerow/core/dashboards/Dashboard"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { type DashboardSharing, dashboardSharingEntity } from "@hedgerow/core/sharing/DashboardSharing"
import { DashboardSharingRepository } from "@hedgerow/core/sharing/DashboardSharingRepository"
import { DateTime, Effect, Equal, type Layer, Option } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

let dashboards = 0

const fieldsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<DashboardSharing, "id"> = {
    project_id: project,
    dashboard_id: DashboardId.make(++dashboards),
    secure_value: `sha256$${yield* makeUuid7}`,
    created_by: null,
    created_at: yield* DateTime.now
  }
  return fields
})

const changes = Effect.fnUntraced(function*() {
  const fields: Partial<DashboardSharing> = {
    dashboard_id: DashboardId.make(++dashboards),
    secure_value: `sha256$${yield* makeUuid7}`,
    created_by: UserId.make(3),
    created_at: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
  }
  return fields
})

/** The promises of every storage of the links of dashboards. */
export const suite = <E>(
  name: string,
  storage: Layer.Layer<DashboardSharingRepository | EntityContract.EntityPorts, E>
): void => {
  EntityContract.suite(name, storage, {
    entity: dashboardSharingEntity,
    port: DashboardSharingRepository,
    unique: ["secure_value"],
    owner: makeProjectId,
    fields: fieldsOf,
    changes
  })

  layer(storage)(`${name}: links of dashboards`, (it) => {
    it.effect("are found by their values for any project, and by none that was replaced or removed", () =>
      Effect.gen(function*() {
        const repository = yield* DashboardSharingRepository
        const [one, other] = [yield* makeProjectId, yield* makeProjectId]
        const mine = yield* repository.create(yield* fieldsOf(one))
        const theirs = yield* repository.create(yield* fieldsOf(other))
        const found = (row: DashboardSharing) =>
          Effect.map(repository.findBySecureValue(row.secure_value), Option.exists(Equal.equals(row)))
        assert.isTrue(yield* found(mine))
        assert.isTrue(yield* found(theirs))

        const renewed = { ...mine, secure_value: `sha256$${yield* makeUuid7}` }
        yield* repository.update(renewed)
        assert.isTrue(Option.isNone(yield* repository.findBySecureValue(mine.secure_value)))
        const { id, project_id } = Option.getOrThrow(yield* repository.findBySecureValue(renewed.secure_value))
        assert.deepStrictEqual([id, project_id], [mine.id, one])

        yield* repository.remove(other, mine.id)
        assert.isTrue(Option.isSome(yield* repository.findBySecureValue(renewed.secure_value)))
        yield* repository.remove(one, mine.id)
        assert.isTrue(Option.isNone(yield* repository.findBySecureValue(renewed.secure_value)))
        assert.isTrue(yield* found(theirs))
      }))
  })
}
