import { boolean, list, text } from "../shared/Fields.ts"
import { time } from "../shared/TimeField.ts"
import { parseUuid, type Uuid } from "../shared/Uuid.ts"

/** The most persons or distinct ids of one request. */
export const maxDeleted = 1_000

/** The most names of events of one request. */
const maxEventNames = 100

const personId = text()
  .check(
    (id) => parseUuid(id) === undefined ? { code: "invalid_input", message: "Enter the uuid of a person." } : undefined,
    {
      pattern: "^\\s*[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\s*$"
    }
  )

const distinctId = text({ verbatim: true })

/** The canonical forms of ids that a field table has read. */
export const uuidsOf = (ids: ReadonlyArray<string>): ReadonlyArray<Uuid> => [
  ...new Set(ids.flatMap((id) => parseUuid(id) ?? []))
]

/** The fields of a deletion of events. */
export const newDeletionFields = {
  person_ids: list(personId, { distinct: true, maxLength: maxDeleted }).orElse([]).describe(
    "Events of these persons: at most 1,000. The persons themselves stay.",
    []
  ),
  distinct_ids: list(distinctId, { distinct: true, maxLength: maxDeleted }).orElse([]).describe(
    "Events of these distinct ids: at most 1,000. With `person_ids`, events of either.",
    ["user_1"]
  ),
  events: list(text({ verbatim: true }), { distinct: true, maxLength: maxEventNames }).orElse([]).describe(
    "Events of these names: at most 100.",
    ["$pageview"]
  ),
  date_from: time().nullable.orElse(null).describe(
    "Events of this time or later, as ISO 8601.",
    "2026-01-01T00:00:00Z"
  ),
  date_to: time().nullable.orElse(null).describe("Events before this time, as ISO 8601.", "2026-02-01T00:00:00Z"),
  dry_run: boolean().orElse(false).describe("Whether to count the events only. Nothing is deleted then.", true)
}

/** The fields of a deletion of several persons. */
export const bulkDeletionFields = {
  ids: list(personId, { distinct: true }).orElse([]).describe("The uuids of persons: at most 1,000.", []),
  distinct_ids: list(distinctId, { distinct: true }).orElse([]).describe(
    "Distinct ids of persons: at most 1,000. Where there are any, `ids` is not looked at.",
    ["user_1"]
  ),
  delete_events: boolean().orElse(false).describe("Whether the events of the persons are deleted, too.", true)
}
