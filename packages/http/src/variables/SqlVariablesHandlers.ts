import type { User, UserId } from "@hedgerow/core/identity/User"
import type { SqlVariable } from "@hedgerow/core/query/variables/SqlVariable"
import { SqlVariables } from "@hedgerow/core/query/variables/SqlVariables"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Effect } from "effect"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { makeEntityHandlers, namingMakers, shownAlike } from "../entities/EntityHandlers.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import { SqlVariablesApi } from "./SqlVariablesApi.ts"
import type { SqlVariableRecord } from "./SqlVariableSchema.ts"

const recordOf = (people: ReadonlyMap<UserId, User>) => (row: SqlVariable): typeof SqlVariableRecord.Type => ({
  id: row.id,
  name: row.name,
  type: row.type,
  default_value: row.default_value,
  created_by: namedUser(people, row.created_by),
  created_at: isoText(row.created_at),
  code_name: row.code_name,
  values: row.values
})

/** Shows and changes variables. */
export const layer = handlerGroup(
  SqlVariablesApi,
  Effect.fnUntraced(function*(handlers) {
    const variables = yield* SqlVariables
    const records = yield* namingMakers(recordOf)

    const plain = yield* makeEntityHandlers({
      group: "insightVariables",
      scope: "InsightVariable",
      list: (project, _query, page) => variables.list(project, page),
      find: variables.find,
      idOf: ({ id }: SqlVariable) => id,
      create: variables.create,
      patch: variables.patch,
      remove: variables.remove,
      ...shownAlike(records)
    })

    return handlers
      .handle("list", plain.list)
      .handleRaw("create", plain.create)
      .handle("read", plain.read)
      .handleRaw("update", plain.update)
      .handle("remove", plain.remove)
      .handle("activity", plain.activityOfOne)
  })
)
