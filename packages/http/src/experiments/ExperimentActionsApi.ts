import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { RequiredScope } from "../auth/RequiredScope.ts"
import { PromotionRequest, PromotionsRecord } from "../entities/PromotionSchema.ts"
import { apiErrorAt } from "../errors/ApiError.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { inProject, oneInProject, textParam } from "../requests/Parameters.ts"
import { operation } from "../shared/Described.ts"
import {
  EligibleFlags,
  ExperimentDuplication,
  ExperimentEnding,
  ExperimentVelocity,
  ExposureCohort,
  FlagImplementation,
  VariantShipping
} from "./ExperimentActionSchema.ts"
import { ExperimentRecord } from "./ExperimentSchema.ts"

const one = oneInProject("The experiment's id.")
const bodyErrors = [apiErrorAt(404), apiErrorAt(409), apiErrorAt(413), apiErrorAt(415)] as const

/** A step without a body. */
const step = <const Name extends string>(name: Name, title: string, text: string) =>
  HttpApiEndpoint.post(name, `/experiments/:id/${name}/` as const, {
    params: one,
    success: ExperimentRecord,
    error: [apiErrorAt(404), apiErrorAt(409)]
  })
    .annotate(RequiredScope, "experiment:write")
    .annotateMerge(operation(title, `${text} Otherwise the answer is 400.`))

/** The actions on experiments beside changes of their fields. */
export class ExperimentActionsApi extends HttpApiGroup.make("experimentActions")
  .add(
    HttpApiEndpoint.get("eligibleFlags", "/experiments/eligible_feature_flags/", {
      params: inProject,
      query: {
        search: textParam("A part of the key or the name, in any letter case."),
        limit: textParam("The flags of a page: 20 by default, at most 100."),
        offset: textParam("The flags before the page: 0 by default."),
        active: textParam("`true` or `false`: only flags that are active, or not."),
        created_by_id: textParam("Only flags of this user, by number."),
        order: textParam("The field to order by; with `-` before it descending. The newest come first without it."),
        evaluation_runtime: textParam("Only flags of this runtime: `server`, `client`, `all` or `both`."),
        has_evaluation_tags: textParam("`true` or `false`: only flags with evaluation tags, or without.")
      },
      success: EligibleFlags
    })
      .annotate(RequiredScope, "feature_flag:read")
      .annotateMerge(
        operation(
          "List flags that experiments can use",
          "Flags with two variants or more, `control` first, that belong to no survey and no product tour."
        )
      ),
    HttpApiEndpoint.get("requiresFlagImplementation", "/experiments/requires_flag_implementation/", {
      params: inProject,
      query: {
        events: textParam("A JSON list of the events that count, as `[{\"id\": \"purchase\"}]`; all without it."),
        actions: textParam("A JSON list of actions, as `[{\"id\": 5}]`: the events of their steps count.")
      },
      success: FlagImplementation
    })
      .annotate(RequiredScope, "experiment:read")
      .annotateMerge(
        operation(
          "Ask whether code must add variants",
          "Samples events of the last 7 days: `true` when none of them has a property `$feature/…`."
        )
      ),
    HttpApiEndpoint.get("stats", "/experiments/stats/", { params: inProject, success: ExperimentVelocity })
      .annotate(RequiredScope, "experiment:read")
      .annotateMerge(
        operation(
          "Read how fast a project experiments",
          "Counts by the days of the project's time zone. Deleted and archived experiments do not count."
        )
      ),
    HttpApiEndpoint.post("duplicate", "/experiments/:id/duplicate/", {
      params: one,
      payload: ExperimentDuplication,
      success: ExperimentRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Duplicate an experiment",
          "Makes a draft with the same metrics and settings. Both share the flag, unless the body names another one."
        )
      ),
    HttpApiEndpoint.post("promote", "/experiments/:id/copy_to_projects/", {
      params: one,
      payload: PromotionRequest,
      success: PromotionsRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Promote an experiment to projects",
          "Makes a draft of the experiment in other projects, with its flag, shared metrics, cohorts and actions; an "
            + "experiment of the same name gets the differences. All projects get theirs, or none. `dry_run` only "
            + "returns what would be done."
        )
      ),
    HttpApiEndpoint.post("createExposureCohort", "/experiments/:id/create_exposure_cohort_for_experiment/", {
      params: one,
      success: ExposureCohort,
      error: apiErrorAt(404)
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Make the cohort of the people exposed",
          "Makes a cohort of the people whom the experiment has exposed since it began. It is made once."
        )
      ),
    step("launch", "Launch an experiment", "Begins a draft now, and turns its flag on."),
    step("archive", "Archive an experiment", "Puts away an experiment that has ended."),
    step("unarchive", "Take an experiment from the archive", "Takes it out of the archive."),
    step("pause", "Pause an experiment", "Turns the flag of a running experiment off."),
    step("resume", "Resume an experiment", "Turns the flag of a paused experiment on."),
    step("reset", "Reset an experiment", "Makes it a draft again, without a decision. The flag stays as it is."),
    HttpApiEndpoint.post("end", "/experiments/:id/end/", {
      params: one,
      payload: ExperimentEnding,
      success: ExperimentRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation("End an experiment", "Ends a running experiment now, with the decision. The flag stays as it is.")
      ),
    HttpApiEndpoint.post("shipVariant", "/experiments/:id/ship_variant/", {
      params: one,
      payload: VariantShipping,
      success: ExperimentRecord,
      error: bodyErrors
    })
      .annotate(RequiredScope, "experiment:write")
      .annotateMerge(
        operation(
          "Ship a variant",
          "Gives everybody one variant, and ends the experiment if it runs. A holdout stays held out."
        )
      )
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Steps of experiments", description: "Actions on experiments." })
  )
{}
