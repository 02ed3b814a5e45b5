import { type HashKey, HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"

const keysOf = (data: MemoryProject, personId: Uuid): ReadonlyArray<HashKey> =>
  [...data.hashKeys.get(personId) ?? []].map(([flagKey, hashKey]) => ({ personId, flagKey, hashKey }))

const add = (data: MemoryProject, { flagKey, hashKey, personId }: HashKey): void => {
  const known = data.hashKeys.get(personId)
  if (!data.persons.has(personId) || known?.has(flagKey) === true) return
  data.hashKeys.set(personId, new Map(known).set(flagKey, hashKey))
}

/** Gives a merged person's keys to the one it is now part of; those that one has already stay. */
export const moveHashKeys = (data: MemoryProject, from: Uuid, into: Uuid): void => {
  const moved = data.hashKeys.get(from)
  if (moved === undefined) return
  data.hashKeys.set(into, new Map([...moved, ...data.hashKeys.get(into) ?? []]))
  data.hashKeys.delete(from)
}

/** Hash keys in memory. */
export const layer: Layer.Layer<HashKeyRepository, never, MemoryDatabase> = Layer.effect(
  HashKeyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return HashKeyRepository.of({
      find: Effect.fn("HashKeyRepository.find")((project: ProjectId, persons: ReadonlyArray<Uuid>) =>
        database.operation((state) => [...new Set(persons)].flatMap((person) => keysOf(state.of(project), person)))
      ),
      add: Effect.fn("HashKeyRepository.add")((project: ProjectId, keys: ReadonlyArray<HashKey>) =>
        database.operation((state) => {
          for (const key of keys) add(state.of(project), key)
        })
      )
    })
  })
)
