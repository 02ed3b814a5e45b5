import { Schema } from "effect"

/** The project has no such event or property definition. */
export class DefinitionNotFound extends Schema.TaggedError<DefinitionNotFound>()("DefinitionNotFound", {
  resource: Schema.Literals(["event_definition", "property_definition"])
}) {}

/** The project knows an event of this name already. */
export class EventNameTaken extends Schema.TaggedError<EventNameTaken>()("EventNameTaken", {
  name: Schema.String
}) {}
