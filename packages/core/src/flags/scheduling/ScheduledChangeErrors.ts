import { Schema } from "effect"

/** The project has no such scheduled change. */
export class ScheduledChangeNotFound extends Schema.TaggedError<ScheduledChangeNotFound>()(
  "ScheduledChangeNotFound",
  {}
) {}
