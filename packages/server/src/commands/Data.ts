import { type DataDeletion, summaryOf } from "@hedgerow/core/deletions/DataDeletion"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { oneProject } from "./FindProject.ts"
import { actor, editingOf, onData } from "./OnData.ts"
import { json, print, timeCell } from "./Printing.ts"

/** A deletion as the commands print it: with no id of a person. */
export const deletionRecord = (deletion: DataDeletion) => ({
  id: deletion.id,
  kind: deletion.kind,
  status: deletion.status,
  with_events: deletion.with_events,
  persons_count: deletion.persons_count,
  distinct_ids_count: deletion.distinct_ids_count,
  events_count: deletion.events_count,
  texts_count: deletion.texts_count,
  created_at: DateTime.formatIso(deletion.created_at),
  completed_at: deletion.completed_at === null ? null : DateTime.formatIso(deletion.completed_at)
})

/** What a person reads of a deletion that was made. */
export const madeText = (deletion: DataDeletion): string =>
  `Queries see nothing of these any more: ${summaryOf(deletion)}.\n`
  + `A running server removes them; \`hedgerow data deletions\` shows how far deletion ${deletion.id} is.`

const several = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.atLeast(0), Flag.withDescription(description))

const moment = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

const remove = Command.make(
  "delete",
  {
    project: oneProject,
    event: several("event", "The name of events; may be given several times"),
    distinctId: several("distinct-id", "A distinct id; may be given several times"),
    person: several("person", "The uuid of a person, who stays; may be given several times"),
    from: moment("from", "Events of this time or later, as ISO 8601"),
    to: moment("to", "Events before this time, as ISO 8601"),
    dryRun: Flag.Boolean("dry-run").pipe(Flag.withDefault(false), Flag.withDescription("Only count the events")),
    user: actor,
    json
  },
  Effect.fn("hedgerow.data.delete")(function*({ distinctId, dryRun, event, from, json, person, project, to, user }) {
    const { deletion, isDryRun } = yield* onData(project, (one) =>
      Effect.gen(function*() {
        const deletions = yield* DataDeletions
        return yield* deletions.create(yield* editingOf(one, user), {
          person_ids: person,
          distinct_ids: distinctId,
          events: event,
          date_from: Option.getOrNull(from),
          date_to: Option.getOrNull(to),
          dry_run: dryRun
        })
      }))
    const { id, status, ...counts } = deletionRecord(deletion)
    yield* isDryRun
      ? print(json, { ...counts, id: null, status: "dry_run" }, `${counts.events_count ?? 0} events would be deleted.`)
      : print(json, { id, status, ...counts }, madeText(deletion))
  })
).pipe(Command.withDescription("Delete the events that fulfil all conditions"))

const columns = ["id", "what", "status", "events", "asked for", "completed"]

const rowOf = (deletion: DataDeletion) => [
  deletion.id,
  summaryOf(deletion),
  deletion.status,
  deletion.events_count,
  timeCell(deletion.created_at),
  timeCell(deletion.completed_at)
]

const list = Command.make(
  "deletions",
  { project: oneProject, json },
  Effect.fn("hedgerow.data.deletions")(function*({ json, project }) {
    const { items } = yield* onData(
      project,
      ({ id }) => Effect.flatMap(DataDeletions, (deletions) => deletions.list(id, { limit: 1_000, offset: 0 }))
    )
    yield* print(json, items.map(deletionRecord), { columns, results: items.map(rowOf) })
  })
).pipe(Command.withDescription("List deletions, the latest first"))

/** `hedgerow data delete|deletions`. */
export const data = Command.make("data").pipe(
  Command.withDescription("Delete events, and follow deletions"),
  Command.withSubcommands([remove, list])
)
