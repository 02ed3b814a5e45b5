import type { ProjectId } from "@hedgerow/core/identity/Project"
import { UserId } from "@hedgerow/core/identity/User"
import { type SqlVariable, sqlVariableEntity } from "@hedgerow/core/query/variables/SqlVariable"
import { SqlVariableRepository } from "@hedgerow/core/query/variables/SqlVariableRepository"
import { DateTime, Effect, type Layer } from "effect"
import * as EntityContract from "./EntityContract.ts"
import { makeProjectId } from "./fixtures.ts"

let made = 0

const fieldsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const fields: Omit<SqlVariable, "id"> = {
    project_id: project,
    name: "Plan",
    type: "String",
    // Not what storages order by, as any other JSON.
    default_value: { plan: "pro" },
    values: null,
    code_name: `plan_${++made}`,
    created_by: null,
    created_at: yield* DateTime.now
  }
  return fields
})

const changes: Partial<SqlVariable> = {
  name: "Ünïcode \"quoted\"",
  type: "List",
  default_value: null,
  values: ["a", "b,\"c\""],
  code_name: "other",
  created_by: UserId.make(3),
  created_at: DateTime.makeUnsafe("2026-01-02T03:04:05.678Z")
}

/** The promises of every storage of variables. */
export const suite = <E>(name: string, storage: Layer.Layer<SqlVariableRepository | EntityContract.EntityPorts, E>) =>
  EntityContract.suite(name, storage, {
    entity: sqlVariableEntity,
    port: SqlVariableRepository,
    owner: makeProjectId,
    fields: fieldsOf,
    unique: ["code_name"],
    changes: () => Effect.succeed(changes)
  })
