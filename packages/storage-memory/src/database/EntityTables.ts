import type { Entity, EntityRow } from "@hedgerow/core/entities/Entity"
import { EntityTable } from "./EntityTable.ts"
import type { UndoLog } from "./UndoLog.ts"

/** A table of any entity. */
interface StoredRows {
  readonly rows: { has(id: unknown): boolean }
}

/** The rows of one owner of all entities. */
export class EntityTables {
  readonly #log: UndoLog
  readonly #tables = new Map<string, StoredRows>()

  constructor(log: UndoLog) {
    this.#log = log
  }

  /** Whether there is a row with this id in a table. */
  has(table: string, id: unknown): boolean {
    return this.#tables.get(table)?.rows.has(id) === true
  }

  /** The rows of an entity. */
  of<Row extends EntityRow, Derived extends object, Taken>(entity: Entity<Row, Derived, Taken>): EntityTable<Row> {
    const known = this.#tables.get(entity.table)
    if (known !== undefined) return known as EntityTable<Row>
    const created = new EntityTable<Row>(entity, this.#log)
    this.#tables.set(entity.table, created)
    return created
  }
}
