import type { Action } from "@hedgerow/core/actions/Action"
import { Actions } from "@hedgerow/core/actions/Actions"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Effect } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, namingMakers, shownAlike } from "../entities/EntityHandlers.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import { actionFilterFields, ActionsApi } from "./ActionsApi.ts"
import type { ActionRecord, ActionStepRecord } from "./ActionSchema.ts"

/** A step that names nothing, as clients of the reference service know it. */
const bareStep: typeof ActionStepRecord.Type = {
  event: null,
  properties: null,
  selector: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: null,
  url_matching: null
}

const recordOf = (people: ReadonlyMap<UserId, User>) => (row: Action): typeof ActionRecord.Type => ({
  id: row.id,
  name: row.name,
  description: row.description,
  tags: row.tags,
  post_to_slack: row.post_to_slack,
  slack_message_format: row.slack_message_format,
  steps: row.steps.map((step) => ({ ...bareStep, ...step })),
  created_at: isoText(row.created_at),
  created_by: namedUser(people, row.created_by),
  updated_at: isoText(row.updated_at),
  deleted: row.deleted,
  is_calculating: false,
  last_calculated_at: isoText(row.updated_at),
  team_id: row.project_id,
  is_action: true,
  bytecode_error: null,
  pinned_at: null,
  creation_context: null,
  user_access_level: "editor"
})

/** Shows and changes actions. */
export const layer = handlerGroup(
  ActionsApi,
  Effect.fnUntraced(function*(handlers) {
    const actions = yield* Actions
    const records = yield* namingMakers(recordOf)

    const plain = yield* makeEntityHandlers({
      group: "actions",
      scope: "Action",
      list: (project, query, page) =>
        Effect.flatMap(readListQuery(actionFilterFields, query), (filter) => actions.list(project, filter, page)),
      find: actions.find,
      idOf: ({ id }: Action) => id,
      create: actions.create,
      patch: actions.patch,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.refuseRemoval)
      .handle("activity", plain.activityOfOne)
  })
)
