import { Field, record, text } from "@hedgerow/core/shared/Fields"
import { Result, Schema } from "effect"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A person on the wire. */
export const PersonRecord = Schema.Struct({
  id: described(Schema.String, "The person's uuid."),
  uuid: described(Schema.String, "The same."),
  name: described(Schema.String, "A property such as `email` or `name`, else the first distinct id."),
  distinct_ids: described(Schema.Array(Schema.String), "Its distinct ids, those that people read first."),
  properties: described(Schema.Record(Schema.String, Schema.Json), "Its properties."),
  is_identified: described(Schema.Boolean, "Whether somebody was identified as this person."),
  created_at: described(Timestamp, "The time of its first event.")
}).annotate({ identifier: "Person", description: "Someone, or something, that events belong to." })

/** A page of persons, which nobody counts. */
export const PersonPage = Schema.Struct({
  next: described(Schema.NullOr(Schema.String), "The URL of the next page; null on the last one."),
  previous: described(Schema.NullOr(Schema.String), "The URL of the page before; null on the first one."),
  results: described(Schema.Array(PersonRecord), "The persons of this page.")
})

/** Properties to set. */
export const personFields = {
  properties: record().describe("The properties to set; the others stay.", { plan: "pro" })
}

/** One property to set. */
export const personPropertyFields = {
  key: text({ verbatim: true, maxLength: 400 }).describe("The name of the property.", "plan"),
  value: Field.make<Schema.Json>((value) => Result.succeed(value as Schema.Json), {}).describe("Its value.", "pro")
}

/** One property to remove. */
export const unsetFields = {
  $unset: text({ verbatim: true, maxLength: 400 }).describe("The name of the property.", "plan")
}

/** A split of a person. */
export const splitFields = {
  main_distinct_id: text({ verbatim: true }).nullable.orElse(null).describe(
    "The distinct id that the person stays with, and keeps its properties for. Without it the person stays with the one "
      + "that it began with and loses its properties, as nobody knows whose they are.",
    "ada"
  )
}

/** A change of a person. */
export const PersonChanges = createBody(personFields, {
  identifier: "PersonChanges",
  description: "Properties to set on a person."
})

/** A property to set. */
export const UpdatedProperty = createBody(personPropertyFields, {
  identifier: "UpdatedProperty",
  description: "A property to set on a person."
})

/** A property to remove. */
export const UnsetProperty = createBody(unsetFields, {
  identifier: "UnsetProperty",
  description: "A property to remove from a person."
})

/** The body of a split. */
export const SplitPerson = createBody(splitFields, {
  identifier: "SplitPerson",
  description: "The distinct id that a person stays with when it is split."
})

/** The answer to a removal of a property, and to a split. */
export const Succeeded = Schema.Struct({ success: described(Schema.Boolean, "Always true.") })

const Named = Schema.Struct({
  id: described(Schema.Int, "The cohort's id."),
  name: described(Schema.String, "Its name.")
})

/** Everything that is held about one person. */
export const PersonExportRecord = Schema.Struct({
  person: described(PersonRecord, "The person."),
  merged_person_ids: described(Schema.Array(Schema.String), "The uuids of persons that were merged into it."),
  cohorts: described(Schema.Array(Named), "The cohorts that it is a member of."),
  flag_keys: described(
    Schema.Array(Schema.Struct({
      flag_key: described(Schema.String, "The key of the flag."),
      hash_key: described(Schema.String, "The identifier that decides the person's rollout of it.")
    })),
    "The keys that keep its answers of flags."
  ),
  events: described(
    Schema.Array(Schema.Record(Schema.String, Schema.Json)),
    "Its events in their order, answers to surveys among them: at most 10,000."
  ),
  next: described(Schema.NullOr(Schema.String), "The URL of the same with the events that follow; null with the last.")
}).annotate({ identifier: "PersonExport", description: "Everything that the project holds about one person." })
