import type { ProjectId } from "@hedgerow/core/access/Project"
import { ProjectSecretKey, type ProjectSecretKeyId } from "@hedgerow/core/access/ProjectSecretKey"
import { ProjectSecretKeyRepository } from "@hedgerow/core/access/ProjectSecretKeyRepository"
import { DateTime, Effect, Layer, Option, Order, Struct } from "effect"
import { MemoryDatabase, type MemoryState } from "./MemoryDatabase.ts"

const byCreation: Order.Order<ProjectSecretKey> = Order.combine(
  Order.mapInput(DateTime.Order, (key) => key.created_at),
  Order.mapInput(Order.String, (key) => key.id)
)

const keysOf = (state: MemoryState, project: ProjectId): ReadonlyArray<ProjectSecretKey> =>
  [...state.projectSecretKeys.values()].filter((key) => key.project_id === project)

const keyOf = (state: MemoryState, project: ProjectId, id: ProjectSecretKeyId): ProjectSecretKey | undefined =>
  keysOf(state, project).find((key) => key.id === id)

const insert = (state: MemoryState, key: ProjectSecretKey): void => {
  if (state.projectSecretKeys.has(key.secure_value)) throw new Error("The project secret exists")
  state.projectSecretKeys.set(key.secure_value, key)
}

/** Projects' secrets in memory. */
export const layer: Layer.Layer<ProjectSecretKeyRepository, never, MemoryDatabase> = Layer.effect(
  ProjectSecretKeyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return ProjectSecretKeyRepository.of({
      insert: Effect.fn("ProjectSecretKeyRepository.insert")((key: ProjectSecretKey) =>
        database.operation((state) => insert(state, key))
      ),
      findBySecureValue: Effect.fn("ProjectSecretKeyRepository.findBySecureValue")((secureValue: string) =>
        database.operation((state) => Option.fromUndefinedOr(state.projectSecretKeys.get(secureValue)))
      ),
      find: Effect.fn("ProjectSecretKeyRepository.find")((project: ProjectId, id: ProjectSecretKeyId) =>
        database.operation((state) => Option.fromUndefinedOr(keyOf(state, project, id)))
      ),
      list: Effect.fn("ProjectSecretKeyRepository.list")((project: ProjectId) =>
        database.operation((state) => keysOf(state, project).toSorted(byCreation))
      ),
      update: Effect.fn("ProjectSecretKeyRepository.update")((key: ProjectSecretKey) =>
        database.operation((state) => {
          const before = keyOf(state, key.project_id, key.id)
          if (before === undefined) return
          state.projectSecretKeys.delete(before.secure_value)
          const kept = Struct.pick(before, ["created_at", "created_by", "last_used_at"])
          insert(state, new ProjectSecretKey(Struct.assign(key, kept)))
        })
      ),
      remove: Effect.fn("ProjectSecretKeyRepository.remove")((project: ProjectId, id: ProjectSecretKeyId) =>
        database.operation((state) => {
          const key = keyOf(state, project, id)
          if (key !== undefined) state.projectSecretKeys.delete(key.secure_value)
        })
      ),
      markUsed: Effect.fn("ProjectSecretKeyRepository.markUsed")(
        (project: ProjectId, id: ProjectSecretKeyId, at: DateTime.Utc) =>
          database.operation((state) => {
            const key = keyOf(state, project, id)
            if (key === undefined) return
            state.projectSecretKeys.set(
              key.secure_value,
              new ProjectSecretKey(Struct.assign(key, { last_used_at: at }))
            )
          })
      )
    })
  })
)
