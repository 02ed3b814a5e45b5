import { closestName } from "@hedgerow/sql/planning/ClosestName"
import type { Schema } from "effect"
import { namedKinds, presentations } from "../query/QueryKindNames.ts"
import type { Broken } from "../shared/Field.ts"
import {
  boolean,
  type ChangedFields,
  type FieldValues,
  integer,
  list,
  readChanges,
  readFields,
  text
} from "../shared/Fields.ts"
import { componentRef } from "../shared/FieldSchema.ts"
import { isJsonRecord, type JsonRecord } from "../shared/JsonRecord.ts"
import { shownValue } from "../shared/ShownValue.ts"
import { maxStructureLength, storableRecord } from "../shared/StorableJson.ts"

type StoredRecord = Readonly<Record<string, Schema.Json>>

/** The most characters of an insight's name. */
export const mostNameLetters = 400

/** An insight stands on at most this many dashboards. */
const mostDashboards = 100

/** A stored query has at most this many characters as JSON. */
const maxQueryLength = 524_288

/** The kind that is missing or that no node has, in the query or in what it presents. */
const unknownKind = (node: JsonRecord, path: ReadonlyArray<string> = []): Broken | undefined => {
  const { kind, source } = node
  if (kind === undefined) return { code: "required", message: "This field is required.", path: [...path, "kind"] }
  if (typeof kind !== "string" || !namedKinds.includes(kind)) {
    const meant = typeof kind === "string" ? closestName(kind, namedKinds) : undefined
    const hint = meant === undefined ? "" : ` Did you mean '${meant}'?`
    const message = `"${shownValue(kind)}" is not a valid choice.${hint} The kinds are ${namedKinds.join(", ")}.`
    return { code: "invalid_choice", message, path: [...path, "kind"] }
  }
  return presentations.has(kind) && isJsonRecord(source) && path.length < 10
    ? unknownKind(source, [...path, "source"])
    : undefined
}

const query = storableRecord(maxQueryLength).check(
  (node) => unknownKind(node),
  componentRef("StoredQuery")
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

/** The fields of a new insight as they are read. */
export type NewInsight = FieldValues<typeof newInsightFields>

/** The fields of a change as they are read. */
export type InsightChanges = ChangedFields<typeof insightFields>

/** Reads a new insight. */
export const readNewInsight = (body: unknown) => readFields(newInsightFields, body)

/** Reads what a body changes of an insight. */
export const readInsightChanges = (body: unknown) => readChanges(insightFields, body)
