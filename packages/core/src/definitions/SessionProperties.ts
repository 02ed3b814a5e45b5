import type { ProjectId } from "../identity/Project.ts"
import { computedSessionFields } from "../sessions/ComputedFields.ts"
import { sessionColumns } from "../sessions/SessionColumns.ts"
import { deriveUuid } from "../shared/Uuid.ts"
import type { DefinitionId } from "./Definition.ts"
import type { PropertyDefinitionFilter } from "./DefinitionFilters.ts"
import type { PropertyType } from "./PropertyDefinition.ts"

/** A property of every session, which SQL computes; it is neither learnt nor described. */
export interface SessionProperty {
  readonly id: DefinitionId
  readonly name: string
  readonly property_type: PropertyType
}

/** The conditions on the properties of a list that sessions' properties can meet. */
export type SessionPropertyFilter = Omit<
  PropertyDefinitionFilter,
  "events" | "groupTypeIndex" | "isOnlyOfEvents" | "kind"
>

/** Those that are no texts. */
const types: Readonly<Record<string, PropertyType>> = {
  $start_timestamp: "DateTime",
  $end_timestamp: "DateTime",
  $num_uniq_urls: "Numeric",
  $pageview_count: "Numeric",
  $autocapture_count: "Numeric",
  $screen_count: "Numeric",
  $session_duration: "Numeric",
  $page_screen_autocapture_count_up_to: "Numeric",
  $vitals_lcp: "Numeric",
  $is_bounce: "Boolean"
}

/** The names of SDKs' own terms; other columns of sessions identify them. */
const names = [...sessionColumns.keys(), ...computedSessionFields.keys()].filter((name) => name.startsWith("$")).sort()

const isMeant = (filter: SessionPropertyFilter) => (name: string): boolean =>
  (filter.words ?? []).every((word) => name.toLowerCase().includes(word))
  && filter.names?.includes(name) !== false
  && filter.excludedNames?.includes(name) !== true
  && filter.isCore !== false
  && filter.isFeatureFlag !== true
  && filter.hidden !== true
  && (filter.isNumerical === undefined || filter.isNumerical === (types[name] === "Numeric"))

/** The properties of a project's sessions, by name. */
export const sessionProperties = (project: ProjectId, filter: SessionPropertyFilter): ReadonlyArray<SessionProperty> =>
  names.filter(isMeant(filter)).map((name) => ({
    id: deriveUuid("property_definition", project, "session", name) as DefinitionId,
    name,
    property_type: types[name] ?? "String"
  }))
