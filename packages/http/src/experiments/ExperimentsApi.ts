import type { Broken } from "@hedgerow/core/shared/Field"
import { text } from "@hedgerow/core/shared/Fields"
import { beyondSchema } from "@hedgerow/core/shared/FieldSchema"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { oneInProject } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import { ExperimentChanges, ExperimentRecord, NewExperiment } from "./ExperimentSchema.ts"

const word = () => text({ verbatim: true, maxLength: 400 }).optional

const flagIdFault = (id: string | undefined): Broken | undefined =>
  id === undefined || /^\s*[+-]?\d+\s*$/.test(id)
    ? undefined
    : { code: "invalid_input", message: "feature_flag_id must be an integer" }

/** The filters of lists. A value that is none of a parameter is ignored, but for the id of the flag. */
export const experimentFilterFields = {
  status: word().describe("`draft`, `running`, `complete` or `all`.", "running"),
  created_by_id: word().describe("The id of the user who made them.", "1"),
  archived: word().describe("`true`: those that are put away. Without it the others are returned.", "true"),
  feature_flag_id: word().check(flagIdFault, beyondSchema).describe("The id of the flag that they decide by.", "1"),
  search: word().describe("A part of the name, in any letter case.", "checkout"),
  order: word().describe(
    "A field, with `-` before it for the opposite order; also `duration` and `status`. Without it the newest come first.",
    "-duration"
  )
}

const experiments = entityApi({
  path: "experiments",
  one: "experiment",
  many: "experiments",
  scope: "experiment",
  filter: experimentFilterFields,
  changesFlags: true,
  listed: ExperimentRecord,
  record: ExperimentRecord
})

/** Comparisons of the variants of feature flags. */
export class ExperimentsApi extends HttpApiGroup.make("experiments")
  .add(
    experiments.list,
    experiments.create(NewExperiment).annotateMerge(
      operation(
        "Create an experiment",
        "Makes an experiment and returns it. A flag that has the key is linked; otherwise one is made."
      )
    ),
    experiments.activity,
    experiments.read.annotateMerge(operation("Read an experiment", "The experiment with this id.")),
    experiments.update(ExperimentChanges),
    experiments.replace(ExperimentChanges),
    HttpApiEndpoint.delete("remove", "/experiments/:id/", {
      params: oneInProject("The experiment's id."),
      success: HttpApiSchema.NoContent,
      error: HttpApiSchema.Empty(405)
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Refuse to delete an experiment",
          "Always answers 405, without a body: `deleted` of a change deletes the experiment."
        )
      ),
    experiments.activityOfOne("activityOfOne")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Experiments", description: "Comparisons of the variants of feature flags." })
  )
{}
