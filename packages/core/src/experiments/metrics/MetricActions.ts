/** The actions that metrics and exposures of experiments name. */
import { Effect } from "effect"
import type { KnownAction } from "../../actions/KnownActions.ts"
import type { Asked } from "../../query/Asked.ts"
import { namedActions } from "../../query/structured/ActionsNode.ts"
import type { MeantEvents } from "../../query/structured/EventsNode.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { AnalysedExperiment } from "../results/AnalysedExperiment.ts"
import type { ExperimentMetric } from "./ExperimentMetric.ts"

type Names = Pick<MeantEvents, "id" | "kind">
type Path = ReadonlyArray<string>

/** The metric with a node in place of each of its nodes of events; `of` has the place of each in the metric. */
const mapEvents = (
  metric: ExperimentMetric,
  of: <N extends MeantEvents>(node: N, path: Path) => N
): ExperimentMetric => {
  switch (metric.metric_type) {
    case "mean":
      return { ...metric, source: of(metric.source, ["source"]) }
    case "funnel":
      return { ...metric, series: metric.series.map((node, index) => of(node, ["series", String(index)])) }
    case "ratio":
      return {
        ...metric,
        numerator: of(metric.numerator, ["numerator"]),
        denominator: of(metric.denominator, ["denominator"])
      }
    case "retention":
      return {
        ...metric,
        start_event: of(metric.start_event, ["start_event"]),
        completion_event: of(metric.completion_event, ["completion_event"])
      }
  }
}

const idOf = ({ id, kind }: Names): number | undefined => kind === "ActionsNode" ? id ?? 0 : undefined

const findActions = Effect.fnUntraced(
  function*(nodes: ReadonlyArray<readonly [path: Path, node: Names]>, asked: Pick<Asked, "actions">) {
    const actions = yield* namedActions(nodes.flatMap(([, node]) => idOf(node) ?? []), asked)
    for (const [path, node] of nodes) {
      const id = idOf(node)
      if (id !== undefined && !actions.has(id)) {
        return yield* InvalidInput.at([...path, "id"], "does_not_exist", `There is no action with the id ${id}.`)
      }
    }
    return actions
  }
)

const meant = <N extends MeantEvents>(node: N, actions: ReadonlyMap<number, KnownAction>): N => {
  const action = actions.get(idOf(node) ?? 0)
  return action === undefined ? node : { ...node, action }
}

/** The metric, its nodes of actions with what the actions are now; `path` is where it stands. */
export const withActions = Effect.fnUntraced(
  function*(metric: ExperimentMetric, path: Path, asked: Pick<Asked, "actions">) {
    const nodes: Array<readonly [path: Path, node: MeantEvents]> = []
    mapEvents(metric, (node, place) => {
      nodes.push([[...path, ...place], node])
      return node
    })
    const actions = yield* findActions(nodes, asked)
    return mapEvents(metric, (node) => meant(node, actions))
  }
)

/** The experiment, an action that exposes to it with what it is now. */
export const withExposingAction = Effect.fnUntraced(
  function*(experiment: AnalysedExperiment, asked: Pick<Asked, "actions">) {
    const config = experiment.exposure_criteria.exposure_config ?? experiment.exposure_criteria
    const named: Names = { kind: config.kind ?? "", id: config.id ?? null }
    const id = idOf(named)
    if (id === undefined) return experiment
    const action = (yield* findActions([[["exposure_criteria"], named]], asked)).get(id)
    const found: AnalysedExperiment = action === undefined ? experiment : { ...experiment, exposing_action: action }
    return found
  }
)
