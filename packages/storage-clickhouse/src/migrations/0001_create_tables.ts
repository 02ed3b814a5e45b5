import { createTable, createView, onCluster, type Target } from "../schema/CreateTable.ts"
import { firstTables, views } from "../schema/Tables.ts"
import type { Migration } from "./Migration.ts"

/** On one server the client has made the database already. */
const database = (target: Target): ReadonlyArray<string> =>
  target.cluster === undefined ? [] : [`CREATE DATABASE IF NOT EXISTS ${target.database}${onCluster(target)}`]

/** The tables of events, of copies and of dead letters. */
export const createTables: Migration = {
  name: "0001_create_tables",
  statements: (target) => [
    ...database(target),
    ...firstTables.flatMap((table) => createTable(table, target)),
    ...views.map((view) => createView(view, target))
  ]
}
