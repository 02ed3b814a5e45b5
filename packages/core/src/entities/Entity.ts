import type { Schema } from "effect"
import type { ActivityScope } from "../activity/Activity.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { EntityColumns } from "./Where.ts"

/**
 * A stored record: its fields are the columns of its table. It belongs to a project, to a user, or, with neither, to the
 * installation.
 */
export type EntityRow =
  & { readonly id: number | string }
  & (
    | { readonly project_id: ProjectId }
    | { readonly user_id: UserId }
    | { readonly project_id?: never; readonly user_id?: never }
  )

/** The owner of the rows in every method: the project, the user where rows have no project, else the installation. */
export type OwnerOf<Row> = Row extends { readonly project_id: ProjectId } ? ProjectId
  : Row extends { readonly user_id: UserId } ? UserId
  : "installation"

/** A class of rows, and the schema of each field. */
export interface EntityModel<Row extends EntityRow> {
  new(fields: { readonly [F in keyof Row]: Row[F] }): Row
  readonly prototype: Row
  readonly fields: { readonly [F in keyof Row]: Schema.Top }
}

/** A field of which no two rows of an owner have the same value. */
export interface UniqueField<Row, Taken> {
  readonly field: keyof Row & string
  /** Whether a deleted row gives its value free. */
  readonly isFreedByDeletion: boolean
  /** The failure of a row whose value another row has; without it that is a defect. */
  readonly taken?: (row: Row) => Taken
}

/** The definitions versions that a change raises: of the project, of what belongs to none, or both. */
export type Bumped = "project" | "installation" | "both"

/** The texts of the activity log for a row; it compares the fields that `ActivityFields` has for the scope. */
export interface EntityActivity<Row> {
  readonly scope: ActivityScope
  readonly name: (row: Row) => string | null
  /** The record that the log shows as changed; the row itself when it is not given. */
  readonly itemId?: (row: Row) => string
  readonly detail?: (row: Row) => { readonly short_id?: string; readonly type?: string }
  /** Further fields that the log compares, which follow from the row. */
  readonly computed?: (row: Row) => JsonRecord
  /** Fields and places inside of fields that are not shown of this row, given the row before. */
  readonly secrets?: (row: Row, before: Row | undefined) => ReadonlyArray<string>
}

/** The description of an entity; a part that is left out does not exist. */
export interface EntityOptions<Row extends EntityRow, Derived extends object, Taken> {
  /** The singular name in spans and messages. */
  readonly name: string
  readonly table: string
  readonly model: EntityModel<Row>
  /** The source of ids: a sequence of this name, unique over the installation, or uuids of version 7. */
  readonly ids: { readonly sequence: string } | "uuid"
  /** Further columns that follow from the fields. */
  readonly derive?: {
    readonly columns: ReadonlyArray<keyof Derived & string>
    readonly from: (row: Row) => Derived
  }
  /** Fields whose null is stored as the JSON value `null`. */
  readonly jsonNulls?: ReadonlyArray<keyof Row & string>
  /** Fields with the time of events, in whole microseconds. Conditions do not name them. */
  readonly eventTimes?: ReadonlyArray<keyof Row & string>
  /** Fields that `update` leaves as they are stored. */
  readonly keptByUpdate?: ReadonlyArray<keyof Row & string>
  /** Fields that make no other content hash when they change, where the table keeps one. */
  readonly uncounted?: ReadonlyArray<keyof Row & string>
  readonly unique?: UniqueField<Row, Taken>
  /** The words of `Changes` for a change; without them nothing is logged. */
  readonly activity?: EntityActivity<Row>
  /** The definitions version that a change raises. */
  readonly bumps?: Bumped
  /** Fields that hold the id of a row of another entity of the same owner: table by field. */
  readonly references?: { readonly [F in keyof Row & string]?: string }
}

/** The one description of an entity: storages derive its table, its repository and its conditions from it. */
export interface Entity<Row extends EntityRow, Derived extends object = EntityColumns, Taken = never> {
  readonly name: string
  readonly table: string
  readonly model: EntityModel<Row>
  readonly ids: { readonly sequence: string } | "uuid"
  /** The field with the owner of the row; rows of the installation have none. */
  readonly owner: "project_id" | "user_id" | "installation"
  /** In the order of the model. */
  readonly fields: ReadonlyArray<keyof Row & string>
  readonly derivedColumns: ReadonlyArray<keyof Derived & string>
  readonly derive: (row: Row) => Derived
  readonly jsonNulls: ReadonlySet<string>
  readonly eventTimes: ReadonlySet<string>
  readonly keptByUpdate: ReadonlySet<string>
  readonly uncounted: ReadonlySet<string>
  readonly unique: UniqueField<Row, Taken> | undefined
  readonly activity: EntityActivity<Row> | undefined
  readonly bumps: Bumped | undefined
  readonly references: ReadonlyArray<readonly [field: keyof Row & string, table: string]>
  /** Whether rows have a `deleted` mark; rows of others are removed. */
  readonly isSoftDeleted: boolean
}

const ownerFields = ["project_id", "user_id"] as const

/** The owner of a row. */
export const ownerOf = <Row extends EntityRow>({ owner }: Pick<Entity<Row>, "owner">, row: Row): OwnerOf<Row> =>
  (owner === "installation" ? owner : Reflect.get(row, owner)) as OwnerOf<Row>

/** An entity from its description. */
export const entity = <Row extends EntityRow, Derived extends object = EntityColumns, Taken = never>(
  options: EntityOptions<Row, Derived, Taken>
): Entity<Row, Derived, Taken> => {
  const fields = Object.keys(options.model.fields) as Array<keyof Row & string>
  const owner = ownerFields.find((field) => field in options.model.fields) ?? "installation"
  return {
    name: options.name,
    table: options.table,
    model: options.model,
    ids: options.ids,
    owner,
    fields,
    derivedColumns: options.derive?.columns ?? [],
    derive: options.derive?.from ?? (() => ({}) as Derived),
    jsonNulls: new Set(options.jsonNulls),
    eventTimes: new Set(options.eventTimes),
    keptByUpdate: new Set([owner, "id", ...options.keptByUpdate ?? []]),
    uncounted: new Set(options.uncounted),
    unique: options.unique,
    activity: options.activity,
    bumps: options.bumps,
    references: Object.entries(options.references ?? {}) as Array<[keyof Row & string, string]>,
    isSoftDeleted: fields.some((field) => field === "deleted")
  }
}

/** Every text of a row outside of its JSON: a storage may refuse some of them. */
export const textsOf = (row: object): ReadonlyArray<string> =>
  Object.values(row).flatMap((value: unknown) => {
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    return values.filter((one) => typeof one === "string")
  })
