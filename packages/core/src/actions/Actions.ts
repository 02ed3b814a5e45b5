import { Context, Effect, Layer, Option } from "effect"
import type { Changes, Editing } from "../entities/Changes.ts"
import { makeEntityEditing, type NewEdit, plainDraft } from "../entities/EntityEditing.ts"
import { is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { type FieldValues, readChanges, readFields } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Transaction } from "../shared/Transaction.ts"
import { Action, actionEntity, type ActionId } from "./Action.ts"
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

      /** No two actions of a project that are not deleted have one name. */
      const requireFreeName = Effect.fnUntraced(function*({ deleted, id, name, project_id }: Action) {
        if (deleted || name === null || name === "") return
        const found = Option.getOrUndefined(yield* repository.first(project_id, { where: is("name", name) }))
        if (found !== undefined && found.id !== id) return yield* taken(found.id)
      })

      const editing = yield* makeEntityEditing(actionEntity, repository, {
        missing: () => new ActionNotFound(),
        lock: repository.lock,
        blank: ({ made, sent }: NewEdit<Action, FieldValues<typeof newActionFields>>) =>
          new Action({ ...sent, ...made, deleted: false, updated_at: made.created_at }),
        draft: plainDraft<Action>,
        check: ({ after }) => requireFreeName(after),
        stamp: ({ now }) => ({ updated_at: now })
      })

      return Actions.of({
        list: Effect.fn("Actions.list")((project, filter, page) => repository.list(project, actionsBy(filter), page)),
        find: Effect.fn("Actions.find")(editing.find),
        create: Effect.fn("Actions.create")((by, body) => editing.create(by, readFields(newActionFields, body))),
        patch: Effect.fn("Actions.patch")((by, id, body) =>
          editing.update(by, id, () => readChanges(actionFields, body))
        )
      })
    })
  )
}
