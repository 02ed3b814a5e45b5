import { Result, Schema } from "effect"
import { FiltersOverride } from "../query/Asked.ts"
import { below, type Reading } from "../shared/Field.ts"
import {
  boolean,
  type ChangedFields,
  Field,
  type FieldValues,
  integer,
  list,
  readChanges,
  readFields,
  record,
  text
} from "../shared/Fields.ts"
import { componentRef, type JsonSchema, namedSchema } from "../shared/FieldSchema.ts"
import { toInvalidInput } from "../shared/RequestIssues.ts"
import { maxStructureLength, storableRecord } from "../shared/StorableJson.ts"

type StoredRecord = Readonly<Record<string, Schema.Json>>

const maxNameLength = 400
const maxDescriptionLength = 4_000
const maxTagLength = 255
const maxTiles = 300
const maxTags = 100

/** The most characters of JSON. */
const maxLayoutsLength = 10_000

const id = integer({ minimum: 1, maximum: 2147483647 })
const maxTextLength = 4_000
const anyValue: JsonSchema = { description: "Anything else, kept as sent." }

const place = namedSchema("TileLayout", {
  type: "object",
  description: "The place and the size of a tile, in columns and rows. Further fields are kept.",
  properties: {
    x: { description: "The column, from 0." },
    y: { description: "The row, from 0." },
    w: { description: "The width in columns." },
    h: { description: "The height in rows." }
  },
  additionalProperties: true,
  examples: [{ x: 0, y: 0, w: 6, h: 5 }]
})

/** The places of a tile by the width of the screen; whatever clients send is kept. */
export const layoutsSchema: JsonSchema = namedSchema("TileLayouts", {
  type: "object",
  description: "The places of a tile, by the width of the screen. Further names are kept.",
  properties: {
    sm: { anyOf: [place, anyValue], description: "On wide screens, of twelve columns." },
    xs: { anyOf: [place, anyValue], description: "On narrow screens, of one column." }
  },
  additionalProperties: true,
  examples: [{ sm: { x: 0, y: 0, w: 6, h: 5 } }]
})

const layouts = storableRecord(maxLayoutsLength).stating(layoutsSchema).as<StoredRecord>()
const color = text({ blank: true, maxLength: 400 }).nullable
const isDeleted = boolean()
const words = text({ maxLength: maxTextLength, verbatim: true })

/** A change of a tile; one without an id is a new text. */
export interface SentTile {
  readonly id?: number
  readonly text?: SentText | null
  readonly layouts?: StoredRecord
  readonly color?: string | null
  readonly deleted?: boolean
}

/** The text of a tile. */
export interface SentText {
  readonly body: string
}

const part = <A>(
  sent: Readonly<Record<string, unknown>>,
  name: string,
  field: Field<A>
): Reading<{ [K in string]?: A }> =>
  sent[name] === undefined
    ? Result.succeed({})
    : Result.mapBoth(field.read(sent[name]), {
      onSuccess: (value) => ({ [name]: value }),
      onFailure: (issues) => below(name, issues)
    })

const sentText = Field.make<SentText>(
  (value) =>
    Result.gen(function*() {
      const sent = yield* record().read(value)
      return { body: yield* Result.mapError(words.read(sent["body"]), (issues) => below("body", issues)) }
    }),
  {
    type: "object",
    properties: { body: { ...words.jsonSchema, description: "The text, in Markdown." } },
    required: ["body"]
  }
)

const tile = Field.make<SentTile>(
  (value) =>
    Result.gen(function*() {
      const sent = yield* record().read(value)
      const isNew = sent["id"] === undefined && sent["text"] !== undefined && sent["text"] !== null
      const read: SentTile = {
        ...isNew ? {} : { id: yield* Result.mapError(id.read(sent["id"]), (issues) => below("id", issues)) },
        ...yield* part(sent, "text", sentText.nullable),
        ...yield* part(sent, "layouts", layouts),
        ...yield* part(sent, "color", color),
        ...yield* part(sent, "deleted", isDeleted)
      }
      return read
    }),
  {
    type: "object",
    properties: {
      id: { ...id.jsonSchema, description: "The tile's id; without it a new text is put on the dashboard." },
      text: {
        ...sentText.nullable.jsonSchema,
        description: "The text of the tile; null, or left out, for an insight."
      },
      layouts: { ...layouts.jsonSchema, description: "Its place and size, by the width of the screen." },
      color: { ...color.jsonSchema, description: "Its colour; null for the default." },
      deleted: { ...isDeleted.jsonSchema, description: "`true` takes it from the dashboard; its insight stays." }
    },
    anyOf: [{ required: ["id"] }, { required: ["text"] }]
  }
)

const name = text({ blank: true, maxLength: maxNameLength }).orNull("")
  .describe("The name that people see.", "Growth")

const description = text({ blank: true, maxLength: maxDescriptionLength }).orNull("")
  .describe("The subject of the dashboard, in words.", "Signups and retention")

const pinned = boolean().describe("Whether it stands before others in lists.", true)

const readFilters = Schema.decodeUnknownResult(FiltersOverride)

/** The fault of filters that change queries; other filters are for clients alone. */
const filterProblem = (sent: StoredRecord) => {
  const { breakdown_filter = null, date_from = null, date_to = null, properties = null } = sent
  return Result.match(readFilters({ breakdown_filter, date_from, date_to, properties }), {
    onSuccess: () => undefined,
    onFailure: ({ issue }) => toInvalidInput(issue, []).issues[0]
  })
}

/** The filters of a dashboard; further ones are for clients. */
const filtersSchema = namedSchema("DashboardFilters", {
  type: "object",
  description: "Filters of all insights of a dashboard. Further names are kept for clients.",
  properties: {
    date_from: { type: ["string", "null"], description: "The beginning, in place of that of the insights." },
    date_to: { type: ["string", "null"], description: "The end, in place of that of the insights." },
    explicitDate: { description: "Kept for clients." },
    properties: {
      anyOf: [{ type: "array", items: componentRef("PropertyFilter") }, componentRef("PropertyFilter"), {
        type: "null"
      }],
      description: "Conditions beside those of the insights."
    },
    breakdown_filter: {
      anyOf: [{ type: "object", additionalProperties: true }, { type: "null" }],
      description: "The breakdown, in place of those of the insights: a `BreakdownFilter`."
    }
  },
  additionalProperties: true,
  examples: [{ date_from: "-30d" }]
})

const filters = storableRecord(maxStructureLength).as<StoredRecord>().check(filterProblem, filtersSchema)
  .describe(
    "Filters of all of its insights; stored as sent. `date_from`, `date_to`, `properties` and `breakdown_filter` count as "
      + "`filters_override` of a query.",
    { date_from: "-30d" }
  )

const tags = list(text({ maxLength: maxTagLength }), { distinct: true, maxLength: maxTags }).orNull([])
  .describe("Words to find it by; each is kept once.", ["growth"])

const templateProblem = (sent: string) =>
  sent === ""
    ? undefined
    : { code: "invalid_choice", message: "There are no templates; `use_dashboard` copies a dashboard." } as const

const useTemplate = text({ blank: true, verbatim: true }).check(templateProblem, { enum: [""] }).nullable

/** The fields of a new dashboard. */
export const newDashboardFields = {
  name: name.orElse(""),
  description: description.orElse(""),
  pinned: pinned.orElse(false),
  filters: filters.orElse({}),
  tags: tags.orElse([]),
  use_dashboard: id.nullable.orElse(null).describe("A dashboard of which the new one shows the same insights.", null),
  duplicate_tiles: boolean().orElse(false).describe(
    "With `use_dashboard`: the new dashboard has copies of the insights, which change by themselves.",
    true
  ),
  use_template: useTemplate.orElse(null).describe(
    "The name of a template. There are none: other texts are refused.",
    ""
  )
}

/** The fields of a change of a dashboard. */
export const dashboardFields = {
  name,
  description,
  pinned,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false),
  delete_insights: boolean().describe(
    "With `deleted: true`: the insights that stand on no other dashboard are deleted, too. A restored dashboard shows them "
      + "again when they are restored.",
    false
  ),
  filters,
  tags,
  tiles: list(tile, { maxLength: maxTiles })
    .describe("Changes of its tiles, by their ids, and new texts; those not named stay as they are.", [
      { text: { body: "## How we grow" }, layouts: {} }
    ])
}

/** The fields of a new dashboard as they are read. */
export type NewDashboard = FieldValues<typeof newDashboardFields>

/** A change of a dashboard, as a client sends it. */
export type DashboardChanges = ChangedFields<typeof dashboardFields>

const movedTile = Field.make<{ readonly id: number }>(
  (value) =>
    Result.gen(function*() {
      const sent = yield* record().read(value)
      return { id: yield* Result.mapError(id.read(sent["id"]), (issues) => below("id", issues)) }
    }),
  { type: "object", properties: { id: { ...id.jsonSchema, description: "The tile's id." } }, required: ["id"] }
)

/** The fields of a move of a tile. */
export const tileMoveFields = {
  tile: movedTile.describe("The tile, one of the dashboard.", { id: 1 }),
  toDashboard: id.describe("The id of the dashboard on which it stands from then on.", 1)
}

/** Reads which tile moves where. */
export const readTileMove = (body: unknown) => readFields(tileMoveFields, body)

/** Reads a new dashboard. */
export const readNewDashboard = (body: unknown) => readFields(newDashboardFields, body)

/** Reads what a body changes of a dashboard. */
export const readDashboardChanges = (body: unknown) => readChanges(dashboardFields, body)
