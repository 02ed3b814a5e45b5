import type { Entity, EntityRow, OwnerOf } from "@hedgerow/core/entities/Entity"
import type { EntityQuery } from "@hedgerow/core/entities/EntityRepository"
import { all, type Condition, is, isIn } from "@hedgerow/core/entities/Where"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import type { SqlClient, Statement } from "effect/sql"
import { microsOf } from "../database/Values.ts"
import { orderSql, whereSql } from "./WhereSql.ts"

/** Whether a row of an entity's table `d` has an owner. */
export const belongsToOf =
  <Row extends EntityRow>(sql: SqlClient.SqlClient, { owner }: Pick<Entity<Row>, "owner">) =>
  (of: OwnerOf<Row>): Statement.Fragment =>
    owner === "installation" ? sql.literal("true") : sql`${sql.literal(`d.${owner}`)} = ${of as number}`

/** The columns of an entity's table `d` that its rows are read from. */
export const columnsOf = <Row extends EntityRow>(
  { eventTimes, fields }: Pick<Entity<Row>, "eventTimes" | "fields">
): string =>
  fields.map((field) => eventTimes.has(field) ? `${microsOf(`d.${field}`)} AS ${field}` : `d.${field}`).join(", ")

/** The statements that find rows of an entity's table `d`, each within an index where there is one. */
export const entityStatements = <Row extends EntityRow, Derived extends object, Taken>(
  sql: SqlClient.SqlClient,
  entity: Entity<Row, Derived, Taken>
) => {
  const { isSoftDeleted, table } = entity
  type Query = EntityQuery<Row, Derived>
  const condition = whereSql(sql)
  const from = sql.literal(`FROM ${table} d`)
  const select = sql`SELECT ${sql.literal(columnsOf(entity))} ${from}`

  const belongsTo = belongsToOf(sql, entity)

  const isMeant = (of: OwnerOf<Row>, { includesDeleted = false, where }: Query): Statement.Fragment =>
    sql.and([
      belongsTo(of),
      condition(all<Condition>([isSoftDeleted && !includesDeleted ? is("deleted", false) : undefined, where]))
    ])

  const orderOf = ({ order = [] }: Query): Statement.Fragment => sql`ORDER BY ${sql.literal(orderSql(order))}`

  return {
    select,
    belongsTo,
    count: (of: OwnerOf<Row>, query: Query) =>
      sql<{ readonly count: number }>`SELECT count(*)::int4 AS count ${from} WHERE ${isMeant(of, query)}`,
    /** The page is chosen within an index; only its rows are read whole. */
    page: (of: OwnerOf<Row>, query: Query, { limit, offset }: PageRequest) =>
      sql`${select}
        JOIN (SELECT d.id ${from} WHERE ${isMeant(of, query)} ${orderOf(query)} LIMIT ${limit} OFFSET ${offset}) page
          ON ${belongsTo(of)} AND d.id = page.id
        ${orderOf(query)}`,
    meant: (of: OwnerOf<Row>, query: Query, suffix: "" | "LIMIT 1" = "") =>
      sql`${select} WHERE ${isMeant(of, query)} ${orderOf(query)} ${sql.literal(suffix)}`,
    one: (of: OwnerOf<Row>, id: Row["id"], suffix: "" | "FOR UPDATE OF d" = "") =>
      sql`${select} WHERE ${belongsTo(of)} AND d.id = ${id} ${sql.literal(suffix)}`,
    many: (of: OwnerOf<Row>, ids: ReadonlyArray<Row["id"]>) =>
      sql`${select} WHERE ${belongsTo(of)} AND ${condition(isIn("id", ids))} ORDER BY d.id`,
    remove: (of: OwnerOf<Row>, id: Row["id"]) => sql`DELETE ${from} WHERE ${belongsTo(of)} AND d.id = ${id}`
  }
}
