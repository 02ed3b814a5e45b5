import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Changes, type Editing } from "../../entities/Changes.ts"
import { makeEntityEditing } from "../../entities/EntityEditing.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { is } from "../../entities/Where.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { readChanges, readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { codeNameOf, type SqlVariable, sqlVariableEntity } from "./SqlVariable.ts"
import { SqlVariableNotFound } from "./SqlVariableErrors.ts"
import { newSqlVariableFields, sqlVariableFields } from "./SqlVariableInput.ts"
import { SqlVariableRepository } from "./SqlVariableRepository.ts"
import { valueFault } from "./VariableValue.ts"

/** A project has at most this many: a query that names one reads them all. */
const maxVariables = 1_000

/** The newest first. */
export const sqlVariablesByAge: EntityQuery<SqlVariable> = { order: [{ field: "created_at", isDescending: true }] }

/** A value that counts by default is of the variable's type. */
const requireType = (variable: Pick<SqlVariable, "default_value" | "type">): Effect.Effect<void, InvalidInput> => {
  const fault = valueFault(variable, variable.default_value)
  return fault === undefined ? Effect.void : InvalidInput.at(["default_value"], "invalid_input", fault)
}

/** The stored variables of projects. Ids stand as in URLs: a text that is none finds nothing. */
export class SqlVariables extends Context.Service<SqlVariables, {
  /** The newest first. */
  readonly list: (project: ProjectId, page: PageRequest) => Effect.Effect<Page<SqlVariable>>
  readonly find: (project: ProjectId, id: string) => Effect.Effect<SqlVariable, SqlVariableNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<SqlVariable, InvalidInput>
  /** Changes what `body` names; the name in queries stays. */
  readonly patch: (
    by: Editing,
    id: string,
    body: unknown
  ) => Effect.Effect<SqlVariable, SqlVariableNotFound | InvalidInput>
  /** Removes it for good: queries that name it without a value are refused from then on. */
  readonly remove: (by: Editing, id: string) => Effect.Effect<void, SqlVariableNotFound>
}>()("@hedgerow/core/query/variables/SqlVariables") {
  static readonly layer: Layer.Layer<SqlVariables, never, SqlVariableRepository | Changes | Transaction> = Layer.effect(
    SqlVariables,
    Effect.gen(function*() {
      const repository = yield* SqlVariableRepository
      const transaction = yield* Transaction
      const { record } = yield* Changes
      const editing = yield* makeEntityEditing(sqlVariableEntity, repository, () => new SqlVariableNotFound())

      const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
        const fields = yield* readFields(newSqlVariableFields, body)
        yield* requireType(fields)
        yield* repository.lock(by.project.id)
        const code_name = codeNameOf(fields.name)
        const taken = yield* repository.first(by.project.id, { where: is("code_name", code_name) })
        if (Option.isSome(taken)) {
          return yield* InvalidInput.at(["name"], "unique", `Variable with name ${fields.name} already exists`)
        }
        const { count } = yield* repository.list(by.project.id, {}, { limit: 1, offset: 0 })
        if (count >= maxVariables) {
          return yield* InvalidInput.at(["name"], "max_length", `A project has at most ${maxVariables} variables.`)
        }
        return yield* editing.create(by, {
          ...fields,
          project_id: by.project.id,
          code_name,
          created_by: by.actor === "system" ? null : by.actor.id,
          created_at: yield* DateTime.now
        })
      }, transaction.run)

      const patch = Effect.fnUntraced(function*(by: Editing, id: string, body: unknown) {
        yield* repository.lock(by.project.id)
        const before = yield* editing.find(by.project.id, id)
        const changes = yield* readChanges(sqlVariableFields, body)
        yield* requireType({ ...before, ...changes })
        return yield* editing.update(by, id, changes)
      }, transaction.run)

      const remove = Effect.fnUntraced(function*(by: Editing, id: string) {
        yield* repository.lock(by.project.id)
        const before = yield* editing.find(by.project.id, id)
        yield* repository.remove(by.project.id, before.id)
        yield* record(by, sqlVariableEntity, { before })
      }, transaction.run)

      return SqlVariables.of({
        list: Effect.fn("SqlVariables.list")((project, page) => repository.list(project, sqlVariablesByAge, page)),
        find: Effect.fn("SqlVariables.find")(editing.find),
        create: Effect.fn("SqlVariables.create")(create),
        patch: Effect.fn("SqlVariables.patch")(patch),
        remove: Effect.fn("SqlVariables.remove")(remove)
      })
    })
  )
}
