import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { InvalidInput } from "@hedgerow/core/shared/InvalidInput"
import { parseUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { currentEditing } from "../auth/CurrentEditing.ts"
import { deletionRecords } from "../deletions/DeletionRecords.ts"
import { handlerGroup } from "../endpoints/HandlerGroup.ts"
import { answering } from "../errors/ErrorTable.ts"
import { readJson } from "../requests/JsonBody.ts"
import { PersonsApi } from "./PersonsApi.ts"

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

/** Deletes persons. */
export const layer = handlerGroup(
  PersonsApi,
  Effect.fnUntraced(function*(handlers) {
    const deletions = yield* DataDeletions
    const records = yield* deletionRecords

    return handlers
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
