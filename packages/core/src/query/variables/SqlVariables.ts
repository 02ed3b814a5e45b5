import { Context, Effect, Layer, Option } from "effect"
import type { Changes, Editing } from "../../entities/Changes.ts"
import { makeEntityEditing, type NewEdit, plainDraft } from "../../entities/EntityEditing.ts"
import type { EntityQuery } from "../../entities/EntityRepository.ts"
import { is } from "../../entities/Where.ts"
import type { ProjectId } from "../../identity/Project.ts"
import { type FieldValues, readChanges, readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../../shared/Page.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import { codeNameOf, SqlVariable, sqlVariableEntity } from "./SqlVariable.ts"
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
      const requireCapacity = Effect.fnUntraced(function*({ code_name, name, project_id }: SqlVariable) {
        if (Option.isSome(yield* repository.first(project_id, { where: is("code_name", code_name) }))) {
          return yield* InvalidInput.at(["name"], "unique", `Variable with name ${name} already exists`)
        }
        const { count } = yield* repository.list(project_id, {}, { limit: 1, offset: 0 })
        if (count >= maxVariables) {
          return yield* InvalidInput.at(["name"], "max_length", `A project has at most ${maxVariables} variables.`)
        }
      })

      const editing = yield* makeEntityEditing(sqlVariableEntity, repository, {
        missing: () => new SqlVariableNotFound(),
        lock: repository.lock,
        blank: ({ made, sent }: NewEdit<SqlVariable, FieldValues<typeof newSqlVariableFields>>) =>
          new SqlVariable({ ...sent, ...made, code_name: codeNameOf(sent.name) }),
        draft: plainDraft<SqlVariable>,
        check: Effect.fnUntraced(function*({ after, before }) {
          yield* requireType(after)
          if (before === undefined) yield* requireCapacity(after)
        })
      })

      return SqlVariables.of({
        list: Effect.fn("SqlVariables.list")((project, page) => repository.list(project, sqlVariablesByAge, page)),
        find: Effect.fn("SqlVariables.find")(editing.find),
        create: Effect.fn("SqlVariables.create")((by, body) =>
          editing.create(by, readFields(newSqlVariableFields, body))
        ),
        patch: Effect.fn("SqlVariables.patch")((by, id, body) =>
          editing.update(by, id, () => readChanges(sqlVariableFields, body))
        ),
        remove: Effect.fn("SqlVariables.remove")((by, id) => editing.remove(by, id))
      })
    })
  )
}
