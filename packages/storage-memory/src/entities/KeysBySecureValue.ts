import { type Entity, type EntityRow, ownerOf } from "@hedgerow/core/entities/Entity"
import type { EntityRepository } from "@hedgerow/core/entities/EntityRepository"
import { Effect, Option } from "effect"
import type { MemoryDatabase, MemoryState } from "../database/MemoryDatabase.ts"

type KeyRow = EntityRow & { readonly secure_value: string }

/** The rows of an entity of every owner. */
const rowsOf = <Row extends KeyRow>(state: MemoryState, entity: Entity<Row>): ReadonlyArray<Row> => {
  const owners = entity.owner === "project_id" ? state.projects : [...state.users.values()]
  return owners.flatMap(({ id }) => Array.from(state.entities(entity, id).rows.values()))
}

const bySecureValue = <Row extends KeyRow>(state: MemoryState, entity: Entity<Row>, secureValue: string) =>
  rowsOf(state, entity).find((key) => key.secure_value === secureValue)

/** Keys are found by their values for any owner, and values are unique. */
export const keysBySecureValue = <Row extends KeyRow>(
  { operation }: MemoryDatabase["Service"],
  entity: Entity<Row>,
  keys: EntityRepository<Row>
) => {
  const requireFree = (row: Row) =>
    operation((state) => {
      const known = bySecureValue(state, entity, row.secure_value)
      if (known !== undefined && known.id !== row.id) throw new Error(`The value of the ${entity.name} exists`)
    })

  return {
    insert: (row: Row) => Effect.andThen(requireFree(row), keys.insert(row)),
    update: (row: Row) => Effect.andThen(requireFree(row), keys.update(row)),
    findBySecureValue: (secureValue: string) =>
      operation((state) => Option.fromUndefinedOr(bySecureValue(state, entity, secureValue))),
    /** Changes a stored row of any owner. */
    change: (id: Row["id"], changes: (row: Row) => Row) =>
      operation((state) => {
        const key = rowsOf(state, entity).find((known) => known.id === id)
        if (key !== undefined) state.entities(entity, ownerOf(entity, key)).put(changes(key))
      })
  }
}
