import type { KnownAction } from "../../actions/KnownActions.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { ExposureCriteria } from "./ExposureCriteria.ts"

/** The part of an experiment, and of its flag, that decides its results. */
export interface AnalysedExperiment {
  readonly flag_key: string
  readonly variants: ReadonlyArray<{ readonly key: string; readonly rollout_percentage: number }>
  /** The type of group that the flag decides for; undefined: persons. */
  readonly group_type_index: GroupTypeIndex | undefined
  readonly holdout_id: number | undefined
  readonly start: EventTime | undefined
  readonly end: EventTime | undefined
  readonly exposure_criteria: ExposureCriteria
  /** The action that the criteria name. */
  readonly exposing_action?: KnownAction
  readonly stats_config: unknown
  /** Whether only those count whose conversion window is over. */
  readonly only_matured: boolean
  /** Whether funnels come without sessions to look at. */
  readonly without_sessions?: boolean
}

/** The label of a holdout's members in exposures. */
export const holdoutVariant = (id: number): string => `holdout-${id}`

/** Every variant that exposures may name, the flag's first. */
export const exposedVariants = ({ holdout_id, variants }: AnalysedExperiment): ReadonlyArray<string> => [
  ...variants.map(({ key }) => key),
  ...(holdout_id === undefined ? [] : [holdoutVariant(holdout_id)])
]

/** The instants of an analysis: exposures count from `from` to `to`, both included; nothing after `asOf` is known. */
export interface AnalysisWindow {
  readonly from: EventTime
  readonly to: EventTime
  readonly asOf: EventTime
}

/** The window of an experiment as of a time; undefined before it starts. */
export const windowOf = (experiment: AnalysedExperiment, asOf: EventTime): AnalysisWindow | undefined => {
  const { end, start } = experiment
  if (start === undefined || start > asOf) return undefined
  return { from: start, to: end === undefined ? asOf : Math.min(end, asOf) as EventTime, asOf }
}
