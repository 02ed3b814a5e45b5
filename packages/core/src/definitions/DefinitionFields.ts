import type { UserId } from "../access/User.ts"
import { maxNameLength } from "../events/CapturedText.ts"
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
const tags = list(text({ maxLength: maxTagLength }))

const described = {
  description: text({ blank: true, maxLength: maxDescriptionLength }).nullable.optional,
  tags: tags.optional,
  verified: boolean().optional,
  hidden: boolean().optional
}

const owner: Field<UserId | null, false> = integer().as<UserId>().nullable.optional

const eventTable = { ...described, owner }

const newEventTable = { name: text({ maxLength: maxNameLength, verbatim: true }), ...eventTable }

const propertyTable = { ...described, property_type: choice(propertyTypes).nullable.optional }

/** What a client may say of any name. */
export type DescriptionChanges = ChangedFields<typeof described>

/** What a client may say of an event. */
export type EventChanges = ChangedFields<typeof eventTable>

/** What a client may say of a property. */
export type PropertyChanges = ChangedFields<typeof propertyTable>

/** Reads a new event's fields. */
export const readNewEvent = (body: unknown) => readFields(newEventTable, body)

/** Reads what a body changes of an event. */
export const readEventChanges = (body: unknown) => readChanges(eventTable, body)

/** Reads what a body changes of a property. */
export const readPropertyChanges = (body: unknown) => readChanges(propertyTable, body)
