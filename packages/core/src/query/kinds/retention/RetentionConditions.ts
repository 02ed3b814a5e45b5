/** The conditions of a retention query on events, in SQL. */
import type { Moment } from "../../../filters/Operator.ts"
import { allOf, always, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { actionCondition } from "../../structured/ActionsNode.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import { actionOf, type RetentionEntity, type RetentionNode } from "./RetentionNode.ts"

type Entity = RetentionEntity | null | undefined

/** The event that an entity means where none is named. */
const defaultEvent = "$pageview"

/** Holds on the events of an entity's name, or of its action; on none where that is not there. */
export const entityName = (entity: Entity, { actions }: Pick<RetentionNode, "actions">, moment: Moment): Sql => {
  const id = actionOf(entity)
  if (id !== undefined) return actionCondition(actions.get(id) ?? { steps: [] }, moment)
  if (entity === undefined || entity === null || entity.id === undefined) return sql`event = ${defaultEvent}`
  return entity.id === null ? always : sql`event = ${String(entity.id)}`
}

/** Holds on the events that an entity means. */
export const entityCondition = (entity: Entity, node: Pick<RetentionNode, "actions">, moment: Moment): Sql =>
  allOf([entityName(entity, node, moment), filterCondition(entity?.properties ?? null, moment)])
