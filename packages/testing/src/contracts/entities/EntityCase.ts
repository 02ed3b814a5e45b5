import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { type Entity, type EntityRow, type OwnerOf, ownerOf } from "@hedgerow/core/entities/Entity"
import type { EntityRepository, HashedEntityRepository } from "@hedgerow/core/entities/EntityRepository"
import type { Transaction } from "@hedgerow/core/shared/Transaction"
import { type Context, Effect, Option } from "effect"

/** The services that the suite of an entity needs beside its port. */
export type EntityPorts = OrganizationRepository | ProjectRepository | Transaction

/** An entity under test. */
export interface EntityCase<Self, Row extends EntityRow, Derived extends object, Taken, Needs> {
  readonly entity: Entity<Row, Derived, Taken>
  readonly port: Context.Key<Self, EntityRepository<Row, Derived, Taken>>
  /** The same port, where its table keeps content hashes. */
  readonly hashed?: Context.Key<Self, HashedEntityRepository<Row, Derived, Taken>>
  /** Fields whose values are unique over all owners. */
  readonly unique?: ReadonlyArray<keyof Row & string>
  /** A new owner: a project, or a user. */
  readonly owner: Effect.Effect<OwnerOf<Row>, never, EntityPorts | Needs>
  /** A valid row but for its id; no two have the same unique value. */
  readonly fields: (owner: OwnerOf<Row>) => Effect.Effect<Omit<Row, "id">, never, Needs>
  /** For every field that an update changes another value than `fields` gives; those of JSON with what JSON can hold. */
  readonly changes: (owner: OwnerOf<Row>) => Effect.Effect<Partial<Row>, never, Needs>
}

/** The steps of a case's tests. */
export const caseSteps = <Self, Row extends EntityRow, Derived extends object, Taken, Needs>(
  { entity, fields, port }: EntityCase<Self, Row, Derived, Taken, Needs>
) => {
  const make = Effect.fnUntraced(function*(owner: OwnerOf<Row>, overrides: Partial<Row> = {}) {
    return yield* Effect.orDie((yield* port).create({ ...yield* fields(owner), ...overrides }))
  })

  const stored = Effect.fnUntraced(function*(row: Row) {
    return Option.getOrThrow(yield* (yield* port).find(ownerOf(entity, row), row.id))
  })

  const changed = (row: Row, changes: object): Row => new entity.model({ ...row, ...changes })

  const update = Effect.fnUntraced(function*(row: Row, changes: object) {
    yield* Effect.orDie((yield* port).update(changed(row, changes)))
    return yield* stored(row)
  })

  return { make, stored, changed, update }
}
