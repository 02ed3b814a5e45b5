import { groupFilterFields, groupIdentityFields, groupTypeFields } from "@hedgerow/core/people/GroupInput"
import { Groups } from "@hedgerow/core/people/Groups"
import type { Group } from "@hedgerow/core/persons/Group"
import { readFields } from "@hedgerow/core/shared/Fields"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { readListQuery } from "../entities/EntityQuery.ts"
import { answering } from "../errors/ErrorTable.ts"
import { clientUrl } from "../requests/ClientUrl.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageRequest } from "../requests/Paging.ts"
import { cursorLinks, placeOf } from "./GroupCursor.ts"
import { GroupsApi } from "./GroupsApi.ts"
import type { GroupRecord, GroupTypeRecord } from "./GroupSchema.ts"
import { personPropertyFields, unsetFields } from "./PersonSchema.ts"

const typeOf = (name: string, index: number): typeof GroupTypeRecord.Type => ({
  group_type: name,
  group_type_index: index,
  name_singular: null,
  name_plural: null,
  detail_dashboard: null,
  default_columns: null,
  created_at: null
})

const recordOf = (group: Group): typeof GroupRecord.Type => ({
  group_type_index: group.group_type_index,
  group_key: group.group_key,
  group_properties: group.properties,
  created_at: toIso(group.created_at)
})

const ownUrl = Effect.flatMap(HttpServerRequest.HttpServerRequest, clientUrl)

/** Shows, makes and changes groups. */
export const layer = handlerGroup(
  GroupsApi,
  Effect.fnUntraced(function*(handlers) {
    const groups = yield* Groups

    return handlers
      .handle(
        "types",
        Effect.fn("http.groups.types")(function*() {
          const types = yield* groups.types((yield* CurrentProject).id)
          return types.map(({ index, name }) => typeOf(name, index))
        }, answering)
      )
      .handle(
        "list",
        Effect.fn("http.groups.list")(function*({ query }) {
          const { group_type_index: index } = yield* readFields(groupTypeFields, query)
          const { group_key, search } = yield* readListQuery(groupFilterFields, query)
          const place = yield* placeOf(query.cursor)
          const texts = [search, group_key].filter((text) => text !== undefined)
          const project = yield* CurrentProject
          const page = yield* groups.list(project.id, { index, texts }, place, pageRequest(query).limit)
          const links = cursorLinks(yield* ownUrl, place, page)
          return HttpServerResponse.jsonUnsafe({ ...links, results: page.groups.map(recordOf) })
        }, answering)
      )
      .handle(
        "find",
        Effect.fn("http.groups.find")(function*({ query }) {
          const identity = yield* readFields(groupIdentityFields, query)
          return recordOf(yield* groups.find((yield* CurrentProject).id, identity))
        }, answering)
      )
      .handleRaw(
        "create",
        Effect.fn("http.groups.create")(function*({ request }) {
          return recordOf(yield* groups.create(yield* currentEditing, yield* readJson(request)))
        }, answering)
      )
      .handleRaw(
        "updateProperty",
        Effect.fn("http.groups.updateProperty")(function*({ query, request }) {
          const by = yield* currentEditing
          const body = yield* readJson(request)
          const identity = yield* readFields(groupIdentityFields, query)
          const { key, value } = yield* readFields(personPropertyFields, body)
          return recordOf(yield* groups.setProperty(by, identity, { [key]: value }))
        }, answering)
      )
      .handleRaw(
        "deleteProperty",
        Effect.fn("http.groups.deleteProperty")(function*({ query, request }) {
          const by = yield* currentEditing
          const body = yield* readJson(request)
          const identity = yield* readFields(groupIdentityFields, query)
          const { $unset } = yield* readFields(unsetFields, body)
          return recordOf(yield* groups.unsetProperty(by, identity, $unset))
        }, answering)
      )
  })
)
