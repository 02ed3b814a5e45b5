/** What a retention query asks of events, in SQL. */
import { eventCondition } from "../../structured/EventsNode.ts"
import type { Moment } from "../../structured/PropertyOperators.ts"
import { allOf, always, type Sql, sql } from "../../structured/SqlFragment.ts"
import type { RetentionEntity } from "./RetentionNode.ts"

/** The event that both entities mean where none is named. */
const defaultEvent = "$pageview"

/** Holds on the events of an entity's name. */
export const entityName = (entity: RetentionEntity | null | undefined): Sql => {
  if (entity === undefined || entity === null) return sql`event = ${defaultEvent}`
  return entity.id === undefined || entity.id === null ? always : sql`event = ${String(entity.id)}`
}

/** Holds on the events that an entity means. */
export const entityCondition = (entity: RetentionEntity | null | undefined, moment: Moment): Sql =>
  allOf([entityName(entity), eventCondition({ properties: entity?.properties ?? null }, moment)])
