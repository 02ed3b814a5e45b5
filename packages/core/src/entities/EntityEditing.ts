import { Effect, type Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import { Changes, type Editing } from "./Changes.ts"
import type { Entity, EntityRow } from "./Entity.ts"
import type { EntityColumns } from "./Where.ts"

/** A row of a project. */
export type ProjectRow = EntityRow & { readonly project_id: ProjectId }

/** The part of a repository that is used; with the type of its rows known, `EntityRepository` is one. */
interface ProjectRows<Row extends ProjectRow, Taken> {
  readonly find: (project: ProjectId, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  readonly findForUpdate: (project: ProjectId, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  readonly create: (fields: Omit<Row, "id">) => Effect.Effect<Row, Taken>
  readonly update: (row: Row) => Effect.Effect<void, Taken>
}

/** The fields of a row that change. */
export type RowChanges<Row> = { readonly [F in keyof Row]?: Row[F] }

/** Finds and changes rows of an entity that has no rules of its own. */
export interface EntityEditing<Row extends ProjectRow, Missing, Taken> {
  /** By the id as it stands in a URL, also a deleted one; a text that is no id finds nothing. */
  readonly find: (project: ProjectId, id: string | number) => Effect.Effect<Row, Missing>
  /** Stores a row with the next id. */
  readonly create: (by: Editing, fields: Omit<Row, "id">) => Effect.Effect<Row, Taken>
  /** Changes these fields; a row that has these values already stays untouched. */
  readonly update: (
    by: Editing,
    id: string | number,
    changes: RowChanges<Row>
  ) => Effect.Effect<Row, Missing | Taken>
}

/** Finds and changes rows of an entity: each change is one transaction with its activity. */
export const makeEntityEditing = Effect.fnUntraced(function*<
  Row extends ProjectRow,
  Missing,
  Derived extends object = EntityColumns,
  Taken = never
>(
  entity: Entity<Row, Derived, Taken>,
  repository: ProjectRows<Row, Taken>,
  missing: () => Missing
) {
  const transaction = yield* Transaction
  const { record } = yield* Changes

  const idOf = (text: string | number): Row["id"] | undefined =>
    entity.ids === "uuid" ? parseUuid(String(text)) : positiveInt4(text)

  const lookUp = (
    from: ProjectRows<Row, Taken>["find"],
    project: ProjectId,
    text: string | number
  ) => {
    const id = idOf(text)
    const found = id === undefined ? Effect.succeedNone : from(project, id)
    return Effect.mapError(Effect.flatMap(found, Effect.fromOption), missing)
  }

  const create = Effect.fnUntraced(function*(by: Editing, fields: Omit<Row, "id">) {
    const after = yield* repository.create(fields)
    yield* record(by, entity, { after })
    return after
  }, transaction.run)

  const update = Effect.fnUntraced(function*(by: Editing, text: string | number, changes: RowChanges<Row>) {
    const before = yield* lookUp(repository.findForUpdate, by.project.id, text)
    if (!differs(before, changes)) return before
    const after = new entity.model(withChanges(before, changes))
    yield* repository.update(after)
    yield* record(by, entity, { before, after })
    return after
  }, transaction.run)

  const editing: EntityEditing<Row, Missing, Taken> = {
    find: (project, text) => lookUp(repository.find, project, text),
    create,
    update
  }
  return editing
})
