import type { Entity, EntityRow } from "@hedgerow/core/entities/Entity"
import { requireStorable } from "@hedgerow/core/shared/StorableText"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { entityRows } from "./EntityRows.ts"
import { entityStatements } from "./EntityStatements.ts"

/** Finds the key, of any owner, that has a value: its own table has one index over all of them. */
export const keyBySecureValue = <Row extends EntityRow & { readonly secure_value: string }>(
  sql: SqlClient.SqlClient,
  entity: Entity<Row>
) => {
  const { read } = entityRows(sql, entity)
  const { select } = entityStatements(sql, entity)
  return Effect.fnUntraced(function*(secureValue: string) {
    yield* requireStorable([secureValue])
    const found = yield* sql`${select} WHERE d.secure_value = ${secureValue}`
    return Option.fromUndefinedOr((yield* read(found))[0])
  }, Effect.orDie)
}
