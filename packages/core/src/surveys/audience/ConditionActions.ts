/** The actions after which a survey is shown: `conditions.actions.values`, of which the ids count. */
import type { KnownAction } from "../../actions/KnownActions.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { Survey } from "../Survey.ts"

/** The actions of a project by id. */
export type ActionsById = ReadonlyMap<number, KnownAction>

const valuesIn = ({ conditions }: Survey): ReadonlyArray<JsonRecord> => {
  const actions = conditions?.["actions"]
  const values = isJsonRecord(actions) ? actions["values"] : undefined
  return Array.isArray(values) ? values.filter(isJsonRecord) : []
}

const idOf = ({ id }: JsonRecord): number | undefined => typeof id === "number" ? id : undefined

/** Whether it is shown after actions. */
export const hasActions = (survey: Survey): boolean => valuesIn(survey).length > 0

const withValues = (
  survey: Survey,
  valueOf: (value: JsonRecord) => JsonRecord | KnownAction | undefined
): Survey => {
  const { actions } = survey.conditions ?? {}
  if (!isJsonRecord(actions) || !hasActions(survey)) return survey
  const values = valuesIn(survey).flatMap((value) => valueOf(value) ?? [])
  return new Survey({ ...survey, conditions: { ...survey.conditions, actions: { ...actions, values } } })
}

/** Actions that the project does not have are left out. */
export const linkedActions = (survey: Survey, actions: ActionsById): Survey =>
  withValues(survey, (value) => actions.has(idOf(value) ?? 0) ? value : undefined)

/** Actions as they are now, `{id, name, steps}`, without those that are deleted. */
export const withLiveActions = (survey: Survey, actions: ActionsById): Survey =>
  withValues(survey, (value) => actions.get(idOf(value) ?? 0))
