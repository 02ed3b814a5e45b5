import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import type { Project } from "@hedgerow/core/identity/Project"
import { People } from "@hedgerow/core/people/People"
import { type ExportedPerson, PersonExport } from "@hedgerow/core/people/PersonExport"
import { personName } from "@hedgerow/core/people/PersonName"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { parseUuid } from "@hedgerow/core/shared/Uuid"
import { toIso } from "@hedgerow/sql/types/Instants"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CommandRefused } from "./CommandRefused.ts"
import { deletionRecord, madeText } from "./Data.ts"
import { oneProject } from "./FindProject.ts"
import { actor, editingOf, onData } from "./OnData.ts"
import { json, print } from "./Printing.ts"

const who = Argument.String("person").pipe(Argument.withDescription("The person's uuid, or one of its distinct ids"))

/** The person with this uuid or distinct id. */
const personOf = Effect.fnUntraced(function*(project: Project, text: string) {
  const persons = yield* PersonRepository
  const uuid = parseUuid(text)
  const [byId] = uuid === undefined ? [] : yield* persons.findByIds(project.id, [uuid])
  const id = byId?.person.id ?? (yield* persons.findByDistinctId(project.id, text))?.id
  return id ?? (yield* new CommandRefused({ message: `There is no person ${text}.` }))
})

const remove = Command.make(
  "delete",
  {
    person: who,
    project: oneProject,
    withEvents: Flag.Boolean("with-events").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Delete the person's events, too")
    ),
    user: actor,
    json
  },
  Effect.fn("hedgerow.person.delete")(function*({ json, person, project, user, withEvents }) {
    const deletion = yield* onData(project, (one) =>
      Effect.gen(function*() {
        const id = yield* personOf(one, person)
        return yield* (yield* DataDeletions).deletePerson(yield* editingOf(one, user), id, withEvents)
      }))
    yield* print(json, deletionRecord(deletion), madeText(deletion))
  })
).pipe(Command.withDescription("Delete a person, with or without its events"))

const headOf = ({ cohorts, flagKeys, known, merged }: ExportedPerson) => ({
  id: known.person.id,
  name: personName(known),
  distinct_ids: known.distinctIds,
  properties: known.person.properties,
  created_at: toIso(known.person.created_at),
  merged_person_ids: merged,
  cohorts,
  flag_keys: flagKeys
})

/** The person as the first line, then its events. */
const printed = Effect.fnUntraced(function*(project: Project, text: string) {
  const exports = yield* PersonExport
  const { person: { id } } = yield* (yield* People).find(project, yield* personOf(project, text))
  let offset = 0
  for (let hasMore = true; hasMore;) {
    const part = yield* exports.of(project, id, offset)
    if (offset === 0) yield* Console.log(JSON.stringify({ person: headOf(part) }))
    yield* Effect.forEach(part.events, (event) => Console.log(JSON.stringify({ event })), { discard: true })
    offset += part.events.length
    hasMore = part.hasMore
  }
})

const exported = Command.make(
  "export",
  { person: who, project: oneProject },
  Effect.fn("hedgerow.person.export")(({ person, project }) => onData(project, (one) => printed(one, person)))
).pipe(Command.withDescription("Print everything that is held about a person, as lines of JSON"))

const split = Command.make(
  "split",
  {
    person: who,
    keep: Flag.String("keep").pipe(
      Flag.optional,
      Flag.withDescription("The distinct id that stays with the person and its properties")
    ),
    project: oneProject,
    user: actor,
    json
  },
  Effect.fn("hedgerow.person.split")(function*({ json, keep, person, project, user }) {
    const { distinctIds, id } = yield* onData(project, (one) =>
      Effect.gen(function*() {
        const people = yield* People
        const id = yield* personOf(one, person)
        const { distinctIds } = yield* people.find(one, id)
        yield* people.split(yield* editingOf(one, user), id, Option.getOrNull(keep))
        return { id, distinctIds }
      }))
    const text = distinctIds.length === 1
      ? "The person has one distinct id, and stays as it is."
      : `Each of ${distinctIds.length} distinct ids is a person of its own: ${distinctIds.join(", ")}.`
    yield* print(json, { id, distinct_ids: distinctIds }, text)
  })
).pipe(Command.withDescription("Make every distinct id of a person a person of its own again"))

/** `hedgerow person delete|export|split`. */
export const person = Command.make("person").pipe(
  Command.withDescription("Delete, export or split a person"),
  Command.withSubcommands([remove, exported, split])
)
