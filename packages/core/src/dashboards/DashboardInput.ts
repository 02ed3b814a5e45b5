import type { Schema } from "effect"
import { boolean, type ChangedFields, list, readChanges, text } from "../shared/Fields.ts"
import { storableRecord } from "../shared/StorableJson.ts"

const maxNameLength = 400
const maxDescriptionLength = 4_000
const maxTagLength = 255

/** The fields of a change of a dashboard. */
export const dashboardFields = {
  name: text({ blank: true, maxLength: maxNameLength }).orNull("").describe("The name that people see.", "Growth"),
  description: text({ blank: true, maxLength: maxDescriptionLength }).orNull("")
    .describe("The subject of the dashboard, in words.", "Signups and retention"),
  pinned: boolean().describe("Whether it stands before others in lists.", true),
  deleted: boolean().describe("Whether it is deleted. False restores it.", false),
  filters: storableRecord().as<Readonly<Record<string, Schema.Json>>>()
    .describe("Filters of all of its insights; stored as sent.", { date_from: "-30d" }),
  tags: list(text({ maxLength: maxTagLength }), { distinct: true }).orNull([])
    .describe("Words to find it by; each is kept once.", ["growth"])
}

/** A change of a dashboard, as a client sends it. */
export type DashboardChanges = ChangedFields<typeof dashboardFields>

/** Reads what a body changes of a dashboard. */
export const readDashboardChanges = (body: unknown) => readChanges(dashboardFields, body)
