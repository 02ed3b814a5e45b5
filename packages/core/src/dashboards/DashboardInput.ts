import type { Schema } from "effect"
import { boolean, type ChangedFields, list, readChanges, text } from "../shared/Fields.ts"
import { storableRecord } from "../shared/StorableJson.ts"

const maxNameLength = 400
const maxDescriptionLength = 4_000
const maxTagLength = 255

const table = {
  name: text({ blank: true, maxLength: maxNameLength }).orNull(""),
  description: text({ blank: true, maxLength: maxDescriptionLength }).orNull(""),
  pinned: boolean(),
  deleted: boolean(),
  filters: storableRecord().as<Readonly<Record<string, Schema.Json>>>(),
  tags: list(text({ maxLength: maxTagLength }), { distinct: true }).orNull([])
}

/** What a client may change of a dashboard. */
export type DashboardChanges = ChangedFields<typeof table>

/** Reads what a body changes of a dashboard. */
export const readDashboardChanges = (body: unknown) => readChanges(table, body)
