import type { UserId } from "../identity/User.ts"
import { maxNameLength } from "../shared/CapturedText.ts"
import {
  boolean,
  type ChangedFields,
  choice,
  type Field,
  integer,
  list,
  readChanges,
  readFields,
  text
} from "../shared/Fields.ts"
import { propertyTypes } from "./PropertyDefinition.ts"

const maxDescriptionLength = 4_000
const maxTagLength = 255

/** Tags are compared by their letters, without case; the first of equal ones counts. */
const tags = list(text({ maxLength: maxTagLength })).describe(
  "Words to find it by. Letter case does not count.",
  ["checkout"]
)

const described = {
  description: text({ blank: true, maxLength: maxDescriptionLength }).nullable.optional
    .describe("The meaning of the name, in words.", "Somebody paid"),
  tags: tags.optional,
  verified: boolean().optional.describe("Whether somebody made sure that it is right.", true),
  hidden: boolean().optional.describe("Whether it is left out of lists that people choose from.", false)
}

const owner: Field<UserId | null, false, number | null | undefined> = integer().as<UserId>().nullable.optional
  .describe("The id of the user who looks after it.", null)

/** The fields of an event definition that can be changed. */
export const eventFields = { ...described, owner }

/** The fields of a new event definition. */
export const newEventFields = {
  name: text({ maxLength: maxNameLength, verbatim: true }).describe("The event's name, as events have it.", "paid"),
  ...eventFields
}

/** The fields of a property definition that can be changed. */
export const propertyFields = {
  ...described,
  property_type: choice(propertyTypes).nullable.optional
    .describe("The type that its values are read as. Null: they are not converted.", "Numeric")
}

/** The changed fields of any definition, read. */
export type DescriptionChanges = ChangedFields<typeof described>

/** The changed fields of an event definition, read. */
export type EventChanges = ChangedFields<typeof eventFields>

/** The changed fields of a property definition, read. */
export type PropertyChanges = ChangedFields<typeof propertyFields>

/** Reads a new event's fields. */
export const readNewEvent = (body: unknown) => readFields(newEventFields, body)

/** Reads what a body changes of an event. */
export const readEventChanges = (body: unknown) => readChanges(eventFields, body)

/** Reads what a body changes of a property. */
export const readPropertyChanges = (body: unknown) => readChanges(propertyFields, body)
