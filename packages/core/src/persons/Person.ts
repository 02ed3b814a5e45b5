import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { EventTime } from "../events/EventTime.ts"
import { ProjectId } from "../identity/Project.ts"
import { StoredProperties } from "../shared/StoredProperties.ts"
import { Uuid } from "../shared/Uuid.ts"

/**
 * Someone (or something) that events belong to. The id is derived from the project and the first distinct id, so that
 * concurrent nodes and retries agree on it. `version` grows with every change.
 */
export class Person extends Schema.Class<Person>("Person")({
  project_id: ProjectId,
  id: Uuid,
  created_at: EventTime,
  properties: StoredProperties,
  is_identified: Schema.Boolean,
  version: Schema.Int
}) {}

/** The words of the activity log for a person: its id, and nothing that names it. */
export const personEntity = entity({
  name: "Person",
  table: "persons",
  model: Person,
  ids: "uuid",
  activity: { scope: "Person", name: () => null }
})

/** The properties by which people call a person, the most telling first. */
export const namingProperties: ReadonlyArray<string> = [
  "email",
  "Email",
  "$email",
  "name",
  "Name",
  "username",
  "Username",
  "UserName"
]
