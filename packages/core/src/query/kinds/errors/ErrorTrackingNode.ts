import { Schema } from "effect"
import { PropertyFilters } from "../../../filters/PropertyFilter.ts"
import { component, field, optional } from "../../../shared/DocumentedSchema.ts"
import { clientFields, modifiersField } from "../../QueryModifiers.ts"
import { DateRange } from "../../structured/DateRange.ts"

/** The states that the reference gives an issue. Those here are `active`: nothing stores another. */
const statuses = ["active", "all", "archived", "pending_release", "resolved", "suppressed"] as const

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** Exceptions that were captured, by issue. */
export const ErrorTrackingQuery = Schema.Struct({
  kind: field(Schema.Literal("ErrorTrackingQuery"), "The kind of the query."),
  orderBy: optional(
    Schema.Literals(["first_seen", "last_seen", "occurrences", "sessions", "users"]),
    "The number or time that issues are sorted by, `last_seen` by default."
  ),
  orderDirection: optional(Schema.Literals(["ASC", "DESC"]), "The direction of the order, `DESC` by default."),
  dateRange: optional(DateRange, "The time of the exceptions, the last seven days by default."),
  filterGroup: optional(PropertyFilters, "Conditions on the exceptions: a list, or groups joined by AND and OR."),
  filterTestAccounts: optional(Schema.Boolean, "Whether the project's own tests are left out."),
  issueId: optional(Schema.String.check(Schema.isMaxLength(200)), "Only the issue of this id, a UUID."),
  searchQuery: optional(
    Schema.String.check(Schema.isMaxLength(200)),
    "Only issues whose type or message contains this text, in any letter case."
  ),
  status: optional(
    Schema.Literals(statuses),
    "Only issues of this state. Every issue is `active`: another state than that and `all` has none."
  ),
  volumeResolution: optional(
    Count.check(Schema.isLessThanOrEqualTo(200)),
    "The number of equal parts of the time for which occurrences are counted, at most 200; none by default."
  ),
  limit: optional(
    Count.check(Schema.isGreaterThanOrEqualTo(1), Schema.isLessThanOrEqualTo(100)),
    "The most issues of the answer, 1 to 100, 50 by default."
  ),
  offset: optional(Count, "The issues that are left out before the first one."),
  modifiers: modifiersField,
  ...clientFields
}).annotate(component("ErrorTrackingQuery", "Exceptions that were captured, by issue.", {
  examples: [{ kind: "ErrorTrackingQuery", dateRange: { date_from: "-7d" }, orderBy: "occurrences" }]
}))
export type ErrorTrackingNode = typeof ErrorTrackingQuery.Type
