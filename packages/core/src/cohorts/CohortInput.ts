import { Effect, Result, type Schema } from "effect"
import {
  boolean,
  type ChangedFields,
  Field,
  type FieldValues,
  idText,
  list,
  readChanges,
  readFields,
  text
} from "../shared/Fields.ts"
import { beyondSchema } from "../shared/FieldSchema.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { storableRecord, unstorableFault } from "../shared/StorableJson.ts"
import { requireNone } from "./CohortGraph.ts"
import { cohortNameIssues } from "./CohortNames.ts"
import { definitionIssues } from "./CohortRules.ts"
import { cohortFiltersSchema, cohortGroupSchema } from "./CohortSchemas.ts"

const maxNameLength = 400
const maxDescriptionLength = 1000

/** More persons than this are not added by one request. */
const maxListedPersons = 100_000

type StoredRecord = Readonly<Record<string, Schema.Json>>

const definition = () => storableRecord().as<StoredRecord>().nullable

/** Null: nothing here would calculate it, without a notice. */
const query = definition().check(() => ({
  code: "invalid_input",
  message: "A cohort cannot be made of a query. Please send filters, or list the persons."
}), { type: "null" }).describe("Always null: a cohort cannot be made of a query here.", null)

const groups = list(Field.make<Schema.Json>((value) => Result.succeed(value as Schema.Json), cohortGroupSchema))
  .check((value) => unstorableFault(value), beyondSchema)
  .orNull([])
  .describe("The older form of `filters`.", [])

const persons = list(idText(), { maxLength: maxListedPersons, distinct: true })
  .describe("Persons of a static cohort, by their ids or distinct ids; a change adds them.", [])

const filters = storableRecord().stating(cohortFiltersSchema).as<StoredRecord>().nullable.describe(
  "The conditions of a dynamic cohort, in nested groups, stored as sent.",
  { properties: { type: "AND", values: [{ type: "person", key: "plan", operator: "exact", value: "pro" }] } }
)

const name = text({ blank: true, maxLength: maxNameLength }).orNull("")
  .describe("The name that people see.", "Paying customers")

const description = text({ blank: true, maxLength: maxDescriptionLength }).orNull("")
  .describe("The members, in words.", "Everybody on a paid plan")

const isStatic = boolean().describe("Whether its members are listed. Those of others follow from `filters`.", false)

/** The fields of a new cohort. */
export const newCohortFields = {
  name: name.orElse(""),
  description: description.orElse(""),
  groups: groups.orElse([]),
  filters: filters.orElse(null),
  query: query.orElse(null),
  is_static: isStatic.orNull(false).orElse(false),
  _create_static_person_ids: persons.orElse([])
}

/** The fields of a change of a cohort. */
export const cohortFields = {
  name,
  description,
  deleted: boolean().describe("Whether it is deleted. False restores it.", false),
  groups,
  filters,
  query,
  is_static: isStatic,
  _create_static_person_ids: persons
}

/** A new cohort, as a client sends it. */
export type NewCohort = FieldValues<typeof newCohortFields>

/** A change of a cohort, as a client sends it. */
export type CohortChanges = ChangedFields<typeof cohortFields>

const requireNames = (body: unknown) => requireNone(cohortNameIssues(recordOrEmpty(body)))

/** Reads a new cohort. */
export const readNewCohort = Effect.fnUntraced(function*(body: unknown) {
  yield* requireNames(body)
  const fields = yield* readFields(newCohortFields, body)
  yield* requireNone(definitionIssues(fields))
  return fields
})

/** Reads what a body changes of a cohort. */
export const readCohortChanges = Effect.fnUntraced(function*(body: unknown) {
  yield* requireNames(body)
  const changes = yield* readChanges(cohortFields, body)
  const { filters = null, groups = [], query = null } = changes
  yield* requireNone(definitionIssues({ filters, groups, query }))
  return changes
})
