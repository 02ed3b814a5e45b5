import type { UserId } from "../access/User.ts"
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

/** Tags are told apart by their letters alone; the first of equal ones counts. */
const tags = list(text({ maxLength: maxTagLength })).describe(
  "Words to find it by. Letter case does not count.",
  ["checkout"]
)

const described = {
  description: text({ blank: true, maxLength: maxDescriptionLength }).nullable.optional
    .describe("What the name means, in words.", "Somebody paid"),
  tags: tags.optional,
  verified: boolean().optional.describe("Whether somebody made sure that it is right.", true),
  hidden: boolean().optional.describe("Whether it is left out of lists that people choose from.", false)
}

const owner: Field<UserId | null, false, number | null | undefined> = integer().as<UserId>().nullable.optional
  .describe("The id of the user who looks after it.", null)

/** What a body may change of an event. */
export const eventFields = { ...described, owner }

/** What a body says of a new event. */
export const newEventFields = {
  name: text({ maxLength: maxNameLength, verbatim: true }).describe("The event's name, as events have it.", "paid"),
  ...eventFields
}

/** What a body may change of a property. */
export const propertyFields = {
  ...described,
  property_type: choice(propertyTypes).nullable.optional
    .describe("The type that its values are read as. Null: they are not converted.", "Numeric")
}

/** What a client may say of any name. */
export type DescriptionChanges = ChangedFields<typeof described>

/** What a client may say of an event. */
export type EventChanges = ChangedFields<typeof eventFields>

/** What a client may say of a property. */
export type PropertyChanges = ChangedFields<typeof propertyFields>

/** Reads a new event's fields. */
export const readNewEvent = (body: unknown) => readFields(newEventFields, body)

/** Reads what a body changes of an event. */
export const readEventChanges = (body: unknown) => readChanges(eventFields, body)

/** Reads what a body changes of a property. */
export const readPropertyChanges = (body: unknown) => readChanges(propertyFields, body)
