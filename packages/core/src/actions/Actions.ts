import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Changes, Editing } from "../entities/Changes.ts"
import { makeEntityEditing } from "../entities/EntityEditing.ts"
import { is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { differs, readChanges, readFields } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type Action, actionEntity, type ActionId } from "./Action.ts"
import { ActionNotFound } from "./ActionErrors.ts"
import { type ActionFilter, actionsBy } from "./ActionFilter.ts"
import { actionFields, newActionFields } from "./ActionInput.ts"
import { ActionRepository } from "./ActionRepository.ts"

const taken = (id: ActionId) =>
  InvalidInput.at(["name"], "unique", `This project already has an action with this name, ID ${id}`)

/** The actions of projects. Ids stand as in URLs: a text that is none finds nothing. */
export class Actions extends Context.Service<Actions, {
  /** The newest first. */
  readonly list: (project: ProjectId, filter: ActionFilter, page: PageRequest) => Effect.Effect<Page<Action>>
  /** Also a deleted one. */
  readonly find: (project: ProjectId, id: string) => Effect.Effect<Action, ActionNotFound>
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Action, InvalidInput>
  /** Changes what `body` names; marks as deleted and restores, too. */
  readonly patch: (by: Editing, id: string, body: unknown) => Effect.Effect<Action, ActionNotFound | InvalidInput>
}>()("@hedgerow/core/actions/Actions") {
  static readonly layer: Layer.Layer<Actions, never, ActionRepository | Changes | Transaction> = Layer.effect(
    Actions,
    Effect.gen(function*() {
      const repository = yield* ActionRepository
      const transaction = yield* Transaction
      const editing = yield* makeEntityEditing(actionEntity, repository, () => new ActionNotFound())

      /** No two actions of a project that are not deleted have one name. */
      const requireFreeName = Effect.fnUntraced(function*(project: ProjectId, name: string | null, own?: ActionId) {
        if (name === null || name === "") return
        const found = Option.getOrUndefined(yield* repository.first(project, { where: is("name", name) }))
        if (found !== undefined && found.id !== own) return yield* taken(found.id)
      })

      const create = Effect.fnUntraced(function*(by: Editing, body: unknown) {
        const fields = yield* readFields(newActionFields, body)
        yield* repository.lock(by.project.id)
        yield* requireFreeName(by.project.id, fields.name)
        const now = yield* DateTime.now
        return yield* editing.create(by, {
          ...fields,
          project_id: by.project.id,
          deleted: false,
          created_by: by.actor === "system" ? null : by.actor.id,
          created_at: now,
          updated_at: now
        })
      }, transaction.run)

      const patch = Effect.fnUntraced(function*(by: Editing, text: string, body: unknown) {
        yield* repository.lock(by.project.id)
        const before = yield* editing.find(by.project.id, text)
        const changes = yield* readChanges(actionFields, body)
        if (!differs(before, changes)) return before
        const { deleted = before.deleted, name = before.name } = changes
        if (!deleted) yield* requireFreeName(by.project.id, name, before.id)
        return yield* editing.update(by, text, { ...changes, updated_at: yield* DateTime.now })
      }, transaction.run)

      return Actions.of({
        list: Effect.fn("Actions.list")((project, filter, page) => repository.list(project, actionsBy(filter), page)),
        find: Effect.fn("Actions.find")(editing.find),
        create: Effect.fn("Actions.create")(create),
        patch: Effect.fn("Actions.patch")(patch)
      })
    })
  )
}
