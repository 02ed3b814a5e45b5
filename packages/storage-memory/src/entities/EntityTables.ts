import type { Entity, EntityRow } from "@hedgerow/core/entities/Entity"
import type { UndoLog } from "../database/UndoLog.ts"
import { EntityTable } from "./EntityTable.ts"

/** What one owner has of all entities. */
export class EntityTables {
  readonly #log: UndoLog
  readonly #tables = new Map<string, EntityTable<EntityRow>>()

  constructor(log: UndoLog) {
    this.#log = log
  }

  /** Whether there is a row with this id in a table. */
  has(table: string, id: unknown): boolean {
    return this.#tables.get(table)?.rows.has(id as EntityRow["id"]) === true
  }

  /** The rows of an entity. */
  of<Row extends EntityRow, Derived extends object, Taken>(entity: Entity<Row, Derived, Taken>): EntityTable<Row> {
    const known = this.#tables.get(entity.table)
    if (known !== undefined) return known as unknown as EntityTable<Row>
    const created = new EntityTable<Row>(entity, this.#log)
    this.#tables.set(entity.table, created as unknown as EntityTable<EntityRow>)
    return created
  }
}
