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
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { storableRecord, unstorablePlace } from "../shared/StorableJson.ts"
import { requireNone } from "./CohortGraph.ts"
import { cohortNameIssues } from "./CohortNames.ts"
import { definitionIssues } from "./CohortRules.ts"

const maxNameLength = 400
const maxDescriptionLength = 1000

/** More persons than this are not added by one request. */
const maxListedPersons = 100_000

type StoredRecord = Readonly<Record<string, Schema.Json>>

const definition = () => storableRecord().as<StoredRecord>().nullable

/** Null: nothing here would calculate it, and nobody would know. */
const query = definition().check(() => ({
  code: "invalid_input",
  message: "A cohort cannot be made of a query. Please send filters, or list the persons."
}))

const groups = list(Field.make((value) => Result.succeed(value as Schema.Json))).check((value) =>
  unstorablePlace(value)
)

const persons = list(idText(), { maxLength: maxListedPersons, distinct: true })

const newTable = {
  name: text({ blank: true, maxLength: maxNameLength }).orNull("").orElse(""),
  description: text({ blank: true, maxLength: maxDescriptionLength }).orNull("").orElse(""),
  groups: groups.orNull([]).orElse([]),
  filters: definition().orElse(null),
  query: query.orElse(null),
  is_static: boolean().orNull(false).orElse(false),
  _create_static_person_ids: persons.orElse([])
}

const changesTable = {
  name: text({ blank: true, maxLength: maxNameLength }).orNull(""),
  description: text({ blank: true, maxLength: maxDescriptionLength }).orNull(""),
  deleted: boolean(),
  groups: groups.orNull([]),
  filters: definition(),
  query,
  is_static: boolean(),
  _create_static_person_ids: persons
}

/** What a client says of a new cohort. */
export type NewCohort = FieldValues<typeof newTable>

/** What a client may change of a cohort. */
export type CohortChanges = ChangedFields<typeof changesTable>

const requireNames = (body: unknown) => requireNone(cohortNameIssues(recordOrEmpty(body)))

/** Reads a new cohort. */
export const readNewCohort = Effect.fnUntraced(function*(body: unknown) {
  yield* requireNames(body)
  const fields = yield* readFields(newTable, body)
  yield* requireNone(definitionIssues(fields))
  return fields
})

/** Reads what a body changes of a cohort. */
export const readCohortChanges = Effect.fnUntraced(function*(body: unknown) {
  yield* requireNames(body)
  const changes = yield* readChanges(changesTable, body)
  const { filters = null, groups = [], query = null } = changes
  yield* requireNone(definitionIssues({ filters, groups, query }))
  return changes
})
