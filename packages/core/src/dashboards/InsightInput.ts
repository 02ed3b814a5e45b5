import type { Schema } from "effect"
import { namedKinds } from "../query/QueryKindNames.ts"
import { boolean, integer, list, readChanges, readFields, text } from "../shared/Fields.ts"
import { maxStructureLength, storableRecord } from "../shared/StorableJson.ts"

type StoredRecord = Readonly<Record<string, Schema.Json>>

/** The most characters of an insight's name. */
export const mostNameLetters = 400

/** An insight stands on so many dashboards at most. */
const mostDashboards = 100

/** A stored query has at most so many characters as JSON. */
const maxQueryLength = 524_288

const query = storableRecord(maxQueryLength).check(
  ({ kind }) =>
    typeof kind === "string" && namedKinds.includes(kind)
      ? undefined
      : { code: "invalid_choice", message: "A query has the kind of one.", path: ["kind"] },
  {
    type: "object",
    properties: { kind: { enum: namedKinds, description: "The kind of the query." } },
    required: ["kind"]
  }
).as<StoredRecord>().nullable.describe(
  "The query of the insight, as `POST /query/` takes it; stored as sent.",
  { kind: "DataTableNode", source: { kind: "EventsQuery", select: ["event", "count()"] } }
)

const name = text({ blank: true, maxLength: mostNameLetters }).orNull("").describe(
  "The name that people see.",
  "Signups"
)

const derivedName = text({ blank: true, maxLength: 400 }).nullable
  .describe("A name that a client made of the query.", "Sign up count")

const description = text({ blank: true, maxLength: 4_000 }).orNull("")
  .describe("The description of the insight, in words.", "How many people signed up")

const filters = storableRecord(maxStructureLength).as<StoredRecord>().orNull({})
  .describe("The older form of `query`; stored as sent, and read as a query where there is none.", {})

const tags = list(text({ maxLength: 255 }), { distinct: true, maxLength: 100 }).orNull([])
  .describe("Words to find it by; each is kept once.", ["growth"])

const saved = boolean().describe("Whether it is kept by itself, not for a dashboard alone.", true)

const favorited = boolean().describe("Whether it stands out for people.", false)

const dashboards = list(integer({ minimum: 1, maximum: 2147483647 }), { distinct: true, maxLength: mostDashboards })
  .orNull([]).describe("The ids of the dashboards that show it.", [])

/** The fields of a new insight. */
export const newInsightFields = {
  name: name.orElse(""),
  derived_name: derivedName.orElse(null),
  description: description.orElse(""),
  query: query.orElse(null),
  filters: filters.orElse({}),
  tags: tags.orElse([]),
  saved: saved.orElse(false),
  favorited: favorited.orElse(false),
  dashboards: dashboards.orElse([])
}

/** The fields of a change of an insight. */
export const insightFields = {
  name,
  derived_name: derivedName,
  description,
  query,
  filters,
  tags,
  saved,
  favorited,
  dashboards,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false)
}

/** Reads a new insight. */
export const readNewInsight = (body: unknown) => readFields(newInsightFields, body)

/** Reads what a body changes of an insight. */
export const readInsightChanges = (body: unknown) => readChanges(insightFields, body)
