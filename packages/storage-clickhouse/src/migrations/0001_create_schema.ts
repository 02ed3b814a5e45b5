import { createTable, createView, onCluster, type Target } from "../schema/CreateTable.ts"
import { tables, views } from "../schema/Tables.ts"
import type { Migration } from "./Migration.ts"

/** On one server the client has made the database already. */
const database = (target: Target): ReadonlyArray<string> =>
  target.cluster === undefined ? [] : [`CREATE DATABASE IF NOT EXISTS ${target.database}${onCluster(target)}`]

/** The schema of the first release. */
export const createSchema: Migration = {
  name: "0001_create_schema",
  statements: (target) => [
    ...database(target),
    ...tables.flatMap((table) => createTable(table, target)),
    ...views.map((view) => createView(view, target))
  ]
}
