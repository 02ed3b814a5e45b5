import type { NewActivity } from "../activity/Activity.ts"
import type { Project } from "../identity/Project.ts"
import type { User } from "../identity/User.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import type { PropertyDefinition } from "./PropertyDefinition.ts"

/** The author of a change, and its project. */
export interface Editing {
  readonly project: Project
  readonly actor: User
}

const eventFields = ({ description, hidden, name, owner, tags, verified }: EventDefinition): JsonRecord => ({
  name,
  description,
  owner,
  tags,
  verified,
  hidden
})

const propertyFields = (property: PropertyDefinition): JsonRecord => ({
  name: property.name,
  description: property.description,
  type: property.kind,
  property_type: property.property_type,
  is_numerical: property.property_type === "Numeric",
  tags: property.tags,
  verified: property.verified,
  hidden: property.hidden
})

/** Whether two of these are equal. */
const areEqual = (left: JsonRecord, right: JsonRecord): boolean => JSON.stringify(left) === JSON.stringify(right)

export const isSameEvent = (before: EventDefinition, after: EventDefinition): boolean =>
  areEqual(eventFields(before), eventFields(after))

export const isSameProperty = (before: PropertyDefinition, after: PropertyDefinition): boolean =>
  areEqual(propertyFields(before), propertyFields(after))

/** The entry of an event that was created or deleted, or that differs from the one before. */
export const eventActivity = (
  { actor, project }: Editing,
  activity: "created" | "updated" | "deleted",
  event: EventDefinition,
  before?: EventDefinition
): NewActivity => ({
  organization: project.organization_id,
  project: project.id,
  actor,
  scope: "EventDefinition",
  activity,
  itemId: event.id,
  name: event.name,
  ...(before === undefined ? undefined : { before: eventFields(before), after: eventFields(event) })
})

/** The entry of a property that was deleted, or that differs from the one before. */
export const propertyActivity = (
  { actor, project }: Editing,
  activity: "updated" | "deleted",
  property: PropertyDefinition,
  before?: PropertyDefinition
): NewActivity => ({
  organization: project.organization_id,
  project: project.id,
  actor,
  scope: "PropertyDefinition",
  activity,
  itemId: property.id,
  name: property.name,
  detail: { type: property.kind },
  ...(before === undefined ? undefined : { before: propertyFields(before), after: propertyFields(property) })
})
