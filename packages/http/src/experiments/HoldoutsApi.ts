import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { operation } from "../shared/Described.ts"
import { HoldoutChanges, HoldoutRecord, NewHoldout } from "./HoldoutSchema.ts"

const holdouts = entityApi({
  path: "experiment_holdouts",
  one: "holdout",
  many: "holdouts",
  scope: "experiment",
  filter: {},
  changesFlags: true,
  listed: HoldoutRecord,
  record: HoldoutRecord
})

/** Shares of the people that experiments leave out. */
export class HoldoutsApi extends HttpApiGroup.make("holdouts")
  .add(
    holdouts.list.annotateMerge(operation("List holdouts", "A page of the holdouts of the project, the newest first.")),
    holdouts.create(NewHoldout),
    holdouts.read.annotateMerge(operation("Read a holdout", "The holdout with this id.")),
    holdouts.update(HoldoutChanges).annotateMerge(
      operation("Change a holdout", "Changes what the body names. The flags of its experiments follow at once.")
    ),
    holdouts.remove.annotateMerge(
      operation("Delete a holdout", "Removes the holdout for good. Its experiments and their flags go on without it.")
    ),
    holdouts.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Holdouts", description: "Shares of the people that experiments leave out." })
  )
{}
