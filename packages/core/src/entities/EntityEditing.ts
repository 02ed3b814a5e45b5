import { DateTime, Effect, Function, type Option } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { positiveInt4 } from "../shared/Int4.ts"
import type { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { parseUuid } from "../shared/Uuid.ts"
import { Changes, type Editing, userOf } from "./Changes.ts"
import type { Entity, EntityRow } from "./Entity.ts"

/** A row of a project. */
export type ProjectRow = EntityRow & { readonly project_id: ProjectId }

/** The part of a repository that is used; with the type of its rows known, `EntityRepository` is one. */
interface ProjectRows<Row extends ProjectRow, Taken> {
  readonly nextId: Effect.Effect<Row["id"]>
  readonly find: (project: ProjectId, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  readonly findForUpdate: (project: ProjectId, id: Row["id"]) => Effect.Effect<Option.Option<Row>>
  readonly insert: (row: Row) => Effect.Effect<void, Taken>
  readonly update: (row: Row) => Effect.Effect<void, Taken>
  readonly remove: (project: ProjectId, id: Row["id"]) => Effect.Effect<void>
}

/** The fields of a row that change. */
export type RowChanges<Row> = { readonly [F in keyof Row]?: Row[F] }

/** A new row, as a user asks for it. */
export interface NewEdit<Row extends ProjectRow, New> {
  readonly by: Editing
  /** The fields of every new row. */
  readonly made: Pick<Row, "id"> & {
    readonly project_id: ProjectId
    readonly created_by: UserId | null
    readonly created_at: DateTime.Utc
  }
  readonly sent: New
}

/** A row as it would be stored. */
export interface Draft<Row> {
  readonly by: Editing
  readonly now: DateTime.Utc
  /** The stored row; undefined when the row is new. */
  readonly before: Row | undefined
  readonly after: Row
}

/** A change of a row, as a user asks for it. */
export interface Edit<Row, Sent> extends Omit<Draft<Row>, "after"> {
  /** The stored row, or the first state of a new one. */
  readonly from: Row
  readonly sent: Sent
}

/**
 * The steps of a change, in their order. Each is a part of the transaction; one that is left out does nothing. `Refused` is
 * a failure of the last ones beside invalid input.
 */
export interface EditingSteps<
  Row extends ProjectRow,
  Sent,
  New extends Sent,
  D extends Draft<Row>,
  Missing,
  Refused = never
> {
  /** The failure when the project has no such row. */
  readonly missing: () => Missing
  /** Takes the locks of several rows, in the order in which every change takes them. */
  readonly lock?: (project: ProjectId) => Effect.Effect<void>
  /** The first state of a new row. */
  readonly blank: (edit: NewEdit<Row, New>) => Row
  /** The row after the change, with everything that later steps read. */
  readonly draft: (edit: Edit<Row, Sent>) => Effect.Effect<D, InvalidInput>
  readonly check?: (draft: D) => Effect.Effect<void, InvalidInput>
  /** Changes the records that the row names, and names those that are made. */
  readonly link?: (draft: D) => Effect.Effect<D, InvalidInput | Refused>
  /** Fields that change with others; a row of which nothing else has changed stays untouched. */
  readonly stamp?: (draft: Draft<Row>) => RowChanges<Row>
  /** The row as it is stored, where that is not the row that is logged. */
  readonly seal?: (draft: D) => Effect.Effect<Row, InvalidInput>
  /** The failure when another row has the value of a unique field. */
  readonly taken?: (draft: D) => InvalidInput
  /** Logs the change, also one that left the row untouched; `Changes.record` with the two rows otherwise. */
  readonly record?: (draft: D) => Effect.Effect<void>
  /** Arms jobs, and changes the records that depend on the stored row. */
  readonly follow?: (draft: D, stored: Row) => Effect.Effect<void, InvalidInput | Refused>
}

/** The draft of a row whose fields are sent as they are stored. */
export const plainDraft = <Row extends object>(edit: Edit<Row, RowChanges<Row>>): Effect.Effect<Draft<Row>> =>
  Effect.succeed({ ...edit, after: withChanges(edit.from, edit.sent) })

/** Edits rows of an entity: each change is one transaction with its activity. */
export const makeEntityEditing = Effect.fnUntraced(function*<
  Row extends ProjectRow,
  Derived extends object,
  Taken,
  Sent,
  New extends Sent,
  D extends Draft<Row>,
  Missing,
  Refused = never
>(
  entity: Entity<Row, Derived, Taken>,
  repository: ProjectRows<Row, Taken>,
  steps: EditingSteps<Row, Sent, New, D, Missing, Refused>
) {
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const {
    check = () => Effect.void,
    follow = () => Effect.void,
    link = Effect.succeed<D>,
    lock: lockRows = () => Effect.void,
    seal = ({ after }) => Effect.succeed(after),
    stamp = Function.constant({}),
    taken
  } = steps

  const lookUp = (from: ProjectRows<Row, Taken>["find"], project: ProjectId, text: string | number) => {
    const id: Row["id"] | undefined = entity.ids === "uuid" ? parseUuid(String(text)) : positiveInt4(text)
    const found = id === undefined ? Effect.succeedNone : from(project, id)
    return Effect.mapError(Effect.flatMap(found, Effect.fromOption), steps.missing)
  }

  const lock = Effect.fnUntraced(function*({ project }: Editing, id: string | number) {
    yield* lockRows(project.id)
    return yield* lookUp(repository.findForUpdate, project.id, id)
  })

  const put = Effect.fnUntraced(function*(draft: D) {
    const row = yield* seal(draft)
    const stored = draft.before === undefined ? repository.insert(row) : repository.update(row)
    yield* taken === undefined ? Effect.orDie(stored) : Effect.mapError(stored, () => taken(draft))
    return row
  })

  const log = steps.record ?? (({ after, before, by }: D) => {
    if (before === undefined) return record(by, entity, { after })
    return after === before ? Effect.void : record(by, entity, { before, after })
  })

  const stamped = (draft: D): Row => {
    const { after, before } = draft
    if (before === undefined) return after instanceof entity.model ? after : new entity.model(after)
    return differs(before, after) ? new entity.model({ ...after, ...stamp(draft) }) : before
  }

  const save = Effect.fnUntraced(function*(drafted: D) {
    const linked = yield* link(drafted)
    const draft = { ...linked, after: stamped(linked) }
    const row = draft.after === draft.before ? draft.before : yield* put(draft)
    yield* log(draft)
    return { draft, row }
  })

  const edit = Effect.fnUntraced(function*(asked: Edit<Row, Sent>) {
    const drafted = yield* steps.draft(asked)
    yield* check(drafted)
    const { draft, row } = yield* save(drafted)
    yield* follow(draft, row)
    return row
  })

  const make = Effect.fnUntraced(function*(by: Editing, sent: New) {
    const project_id = by.project.id
    yield* lockRows(project_id)
    const [id, now] = [yield* repository.nextId, yield* DateTime.now]
    const from = steps.blank({ by, made: { id, project_id, created_by: userOf(by), created_at: now }, sent })
    return yield* edit({ by, before: undefined, from, sent, now })
  })

  const change = Effect.fnUntraced(function*(by: Editing, before: Row, sent: Sent) {
    return yield* edit({ by, before, from: before, sent, now: yield* DateTime.now })
  })

  return {
    /** Also a deleted row. An id is that of a URL: a text that is not one finds nothing, here and below. */
    find: (project: ProjectId, id: string | number) => lookUp(repository.find, project, id),
    /** One transaction: reads what is sent, then makes the row. */
    create: <E>(by: Editing, read: Effect.Effect<New, E>) =>
      transaction.run(Effect.flatMap(read, (sent) => make(by, sent))),
    /** One transaction: finds the row, reads what is sent for it, then changes it. Deletes and restores, too. */
    update: <E>(by: Editing, id: string | number, read: (before: Row) => Effect.Effect<Sent, E>) =>
      transaction.run(
        Effect.flatMap(lock(by, id), (before) => Effect.flatMap(read(before), (sent) => change(by, before, sent)))
      ),
    /** One transaction: removes the row for good; `erase` does it where more than the row goes. */
    remove: Effect.fnUntraced(
      function*<E = never>(by: Editing, id: string | number, erase?: (row: Row) => Effect.Effect<void, E>) {
        const before = yield* lock(by, id)
        yield* erase === undefined ? repository.remove(by.project.id, before.id) : erase(before)
        yield* record(by, entity, { before })
      },
      transaction.run
    ),
    /** A step of a transaction: the row with its locks. */
    lock,
    /** A step of a transaction: makes a row. */
    make,
    /** A step of a transaction: changes a row that is locked. */
    change,
    /** A step of a transaction: the steps from `link` to `record`, for a draft that is made elsewhere. */
    save: (draft: D) => Effect.map(save(draft), ({ row }) => row)
  }
})
