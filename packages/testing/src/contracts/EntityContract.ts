import { layer } from "@effect/vitest"
import type { EntityRow } from "@hedgerow/core/entities/Entity"
import type { Layer } from "effect"
import type { EntityCase, EntityPorts } from "./entities/EntityCase.ts"
import { hashTests } from "./entities/EntityHashes.ts"
import { listTests } from "./entities/EntityLists.ts"
import { recordTests } from "./entities/EntityRecords.ts"

export type { EntityCase, EntityPorts } from "./entities/EntityCase.ts"

/** The contract of every repository of an entity. */
export const suite = <Self, Row extends EntityRow, Derived extends object, Taken, Needs, E>(
  name: string,
  storage: Layer.Layer<Self | EntityPorts | Needs, E>,
  of: EntityCase<Self, Row, Derived, Taken, Needs>
): void => {
  layer(storage, { excludeTestServices: true })(`${of.entity.name}: ${name}`, (it) => {
    recordTests(it, of)
    listTests(it, of)
    if (of.hashed !== undefined) hashTests(it, of, of.hashed)
  })
}
