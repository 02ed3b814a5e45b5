import type { Entity, EntityRow } from "@hedgerow/core/entities/Entity"
import { Equal } from "effect"
import { carryHash } from "./ChunkHashes.ts"
import { MemoryTable } from "./MemoryTable.ts"
import type { UndoLog } from "./UndoLog.ts"

/** The part of an entity that its table must know. */
type Description<Row extends EntityRow> = Pick<Entity<Row, object, unknown>, "fields" | "uncounted" | "unique">

/** The rows that one project has of one entity. */
export class EntityTable<Row extends EntityRow> {
  readonly rows: MemoryTable<Row["id"], Row>
  readonly #entity: Description<Row>
  /** By the value of the unique field. */
  readonly #ids: MemoryTable<unknown, Row["id"]>

  constructor(entity: Description<Row>, log: UndoLog) {
    this.#entity = entity
    this.rows = new MemoryTable(log)
    this.#ids = new MemoryTable(log)
  }

  /** The row that has the value of the unique field. */
  byUniqueValue(value: unknown): Row | undefined {
    const id = this.#ids.get(value)
    return id === undefined ? undefined : this.rows.get(id)
  }

  /** Stores the row; false when another one has the value of its unique field. */
  put(row: Row): boolean {
    const value = this.#uniqueValueOf(row)
    const owner = value === undefined ? undefined : this.#ids.get(value)
    if (owner !== undefined && owner !== row.id) return false
    const before = this.rows.get(row.id)
    if (before !== undefined) this.#release(before)
    if (value !== undefined) this.#ids.set(value, row.id)
    this.rows.set(row.id, before !== undefined && this.#countsTheSame(before, row) ? carryHash(before, row) : row)
    return true
  }

  /** Removes the row for good. */
  remove(id: Row["id"]): void {
    const before = this.rows.get(id)
    if (before === undefined) return
    this.#release(before)
    this.rows.delete(id)
  }

  #release(row: Row): void {
    const value = this.#uniqueValueOf(row)
    if (value !== undefined) this.#ids.delete(value)
  }

  #uniqueValueOf(row: Row): unknown {
    const { unique } = this.#entity
    if (unique === undefined) return undefined
    return unique.isFreedByDeletion && isDeleted(row) ? undefined : row[unique.field]
  }

  /** Only fields that do not count are different. */
  #countsTheSame(before: Row, after: Row): boolean {
    const { fields, uncounted } = this.#entity
    if (uncounted.size === 0) return false
    return fields.every((field) => uncounted.has(field) || Equal.equals(before[field], after[field]))
  }
}

/** Whether a row carries the mark of deletion. */
export const isDeleted = (row: object): boolean => "deleted" in row && row.deleted === true
