import { text } from "@hedgerow/core/shared/Fields"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { ProjectAuthorization } from "../auth/Authorization.ts"
import { entityApi } from "../entities/EntityApi.ts"
import { ErrorResponses } from "../errors/ErrorResponses.ts"
import { ActionChanges, ActionRecord, NewAction } from "./ActionSchema.ts"

/** The filters of lists of actions. */
export const actionFilterFields = {
  search: text({ verbatim: true }).optional.describe("A part of the name, in any letter case.", "signed")
}

const actions = entityApi({
  path: "actions",
  one: "action",
  many: "actions",
  scope: "action",
  filter: actionFilterFields,
  listed: ActionRecord,
  record: ActionRecord
})

/** Names for events. */
export class ActionsApi extends HttpApiGroup.make("actions")
  .add(
    actions.list,
    actions.create(NewAction),
    actions.read,
    actions.update(ActionChanges),
    actions.refuseRemoval,
    actions.activityOfOne("activity")
  )
  .prefix("/api/projects/:project_id")
  .middleware(ProjectAuthorization)
  .middleware(ErrorResponses)
  .annotateMerge(
    OpenApi.annotations({ title: "Actions", description: "Names for events that meet one of several steps." })
  )
{}
