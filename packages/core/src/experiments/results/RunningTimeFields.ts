import { number, record, text } from "../../shared/Fields.ts"
import { componentRef } from "../../shared/FieldSchema.ts"
import { structureFault } from "../../shared/StorableJson.ts"

/** The fields of a request for the running time of an experiment. */
export const runningTimeFields = {
  metric_uuid: text().optional.describe("The uuid of one of the experiment's metrics; without it the first.", "6f1c"),
  metric: record().check(structureFault, componentRef("ExperimentMetric")).optional.describe(
    "A metric to be measured in its place.",
    {
      kind: "ExperimentMetric",
      metric_type: "mean",
      source: { kind: "EventsNode", event: "purchase" }
    }
  ),
  minimum_detectable_effect: number({ minimum: 0.01, maximum: 10_000 }).orElse(30)
    .describe("The smallest effect worth finding, in per cent of the control's mean.", 30),
  power: number({ minimum: 0.5, maximum: 0.999 }).orElse(0.8)
    .describe("The chance to find an effect of that size.", 0.8)
}
