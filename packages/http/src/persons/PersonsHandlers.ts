import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { People } from "@hedgerow/core/people/People"
import { maxExported, PersonExport } from "@hedgerow/core/people/PersonExport"
import { personName, shownDistinctIds } from "@hedgerow/core/people/PersonName"
import type { KnownPerson } from "@hedgerow/core/persons/PersonRepository"
import { readFields } from "@hedgerow/core/shared/Fields"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { parseUuid } from "@hedgerow/core/shared/Uuid"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect, Result } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CurrentProject } from "../auth/Authorization.ts"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { deletionRecords } from "../deletions/DeletionRecords.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { clientUrl } from "../requests/ClientUrl.ts"
import { readJson } from "../requests/JsonBody.ts"
import { pageLinks, pageRequest } from "../requests/Paging.ts"
import { PersonsApi } from "./PersonsApi.ts"
import { personFields, personPropertyFields, type PersonRecord, splitFields, unsetFields } from "./PersonSchema.ts"

const yes: ReadonlySet<string> = new Set(["", "1", "true", "yes"])

/** A parameter without a value means yes. */
const isAsked = (text: string | undefined): boolean => text !== undefined && yes.has(text.toLowerCase())

const notAnId = InvalidInput.at(
  ["id"],
  "invalid_input",
  "The id of a person is a uuid. To find a person by a distinct id, list persons with ?distinct_id=."
)

/** The uuid of a person in a path. */
const personId = (id: string) => {
  const uuid = parseUuid(id)
  return uuid === undefined ? Effect.fail(notAnId) : Effect.succeed(uuid)
}

const notConditions = InvalidInput.at(["properties"], "invalid_input", "Enter a list of property filters as JSON.")

/** The conditions of a parameter. */
const conditionsOf = (text: string | undefined) => {
  if (text === undefined || text === "") return Effect.succeed([])
  const read = Result.getOrElse(Result.try((): unknown => JSON.parse(text)), () => undefined)
  return Array.isArray(read) ? Effect.succeed(read as ReadonlyArray<unknown>) : Effect.fail(notConditions)
}

/** An empty parameter asks for nothing. */
const given = (text: string | undefined): string | undefined => text === "" ? undefined : text

const recordOf = (known: KnownPerson): typeof PersonRecord.Type => {
  const { created_at, id, is_identified, properties } = known.person
  return {
    id,
    uuid: id,
    name: personName(known),
    distinct_ids: shownDistinctIds(known.distinctIds),
    properties,
    is_identified,
    created_at: toIso(created_at)
  }
}

const ownUrl = Effect.flatMap(HttpServerRequest.HttpServerRequest, clientUrl)

const accepted = HttpServerResponse.empty({ status: 202 })

/** Shows, changes and deletes persons. */
export const layer = handlerGroup(
  PersonsApi,
  Effect.fnUntraced(function*(handlers) {
    const deletions = yield* DataDeletions
    const exports = yield* PersonExport
    const people = yield* People
    const records = yield* deletionRecords

    return handlers
      .handle(
        "list",
        Effect.fn("http.persons.list")(function*({ query }) {
          const { distinct_id, email, search } = query
          const page = pageRequest(query)
          const properties = yield* conditionsOf(query.properties)
          const filter = { search: given(search), email: given(email), distinct_id: given(distinct_id), properties }
          const found = yield* people.list(yield* CurrentProject, filter, page)
          const count = page.offset + page.limit + (found.hasMore ? 1 : 0)
          return { ...pageLinks(yield* ownUrl, page, count), results: found.people.map(recordOf) }
        }, answering)
      )
      .handle(
        "read",
        Effect.fn("http.persons.read")(function*({ params }) {
          return recordOf(yield* people.find(yield* CurrentProject, yield* personId(params.id)))
        }, answering)
      )
      .handle(
        "export",
        Effect.fn("http.persons.export")(function*({ params, query }) {
          const offset = Math.max(query.offset ?? 0, 0)
          const found = yield* exports.of(yield* CurrentProject, yield* personId(params.id), offset)
          const page = { limit: maxExported, offset }
          const { next } = pageLinks(yield* ownUrl, page, offset + maxExported + (found.hasMore ? 1 : 0))
          return HttpServerResponse.jsonUnsafe({
            person: recordOf(found.known),
            merged_person_ids: found.merged,
            cohorts: found.cohorts,
            flag_keys: found.flagKeys,
            events: found.events,
            next
          })
        }, answering)
      )
      .handleRaw(
        "update",
        Effect.fn("http.persons.update")(function*({ params, request }) {
          const { properties } = yield* readFields(personFields, yield* readJson(request))
          yield* people.setProperties(yield* CurrentProject, yield* personId(params.id), properties)
          return accepted
        }, answering)
      )
      .handleRaw(
        "updateProperty",
        Effect.fn("http.persons.updateProperty")(function*({ params, request }) {
          const { key, value } = yield* readFields(personPropertyFields, yield* readJson(request))
          yield* people.setProperties(yield* CurrentProject, yield* personId(params.id), { [key]: value })
          return accepted
        }, answering)
      )
      .handleRaw(
        "deleteProperty",
        Effect.fn("http.persons.deleteProperty")(function*({ params, request }) {
          const { $unset } = yield* readFields(unsetFields, yield* readJson(request))
          yield* people.unsetProperty(yield* CurrentProject, yield* personId(params.id), $unset)
          return { success: true }
        }, answering)
      )
      .handleRaw(
        "split",
        Effect.fn("http.persons.split")(function*({ params, request }) {
          const by = yield* currentEditing
          const { main_distinct_id } = yield* readFields(splitFields, yield* readJson(request))
          yield* people.split(by, yield* personId(params.id), main_distinct_id)
          return { success: true }
        }, answering)
      )
      .handle(
        "remove",
        Effect.fn("http.persons.remove")(function*({ params, query }) {
          const by = yield* currentEditing
          const deletion = yield* deletions.deletePerson(by, yield* personId(params.id), isAsked(query.delete_events))
          return (yield* records(by.project, [deletion]))(deletion)
        }, answering)
      )
      .handleRaw(
        "bulkDelete",
        Effect.fn("http.persons.bulkDelete")(function*({ request }) {
          const by = yield* currentEditing
          const { deletion, found } = yield* deletions.deletePersons(by, yield* readJson(request))
          const record = yield* records(by.project, deletion === undefined ? [] : [deletion])
          return {
            persons_found: found,
            persons_deleted: found,
            events_queued_for_deletion: deletion?.with_events === true,
            recordings_queued_for_deletion: false,
            deletion_errors: [],
            data_deletion: deletion === undefined ? null : record(deletion)
          }
        }, answering)
      )
  })
)
