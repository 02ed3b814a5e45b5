import { cutText } from "@hedgerow/core/shared/CapturedText"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { whole } from "../Progress.ts"
import { type ListedPage, listPages } from "./Lists.ts"
import { countsOf, endOf, eventOf, type PeopleTarget, sendEvents, timeOf } from "./PeopleTarget.ts"
import { ask, type ProjectApi } from "./ProjectApi.ts"
import type { Outcome } from "./Report.ts"

interface Person {
  readonly distinctIds: ReadonlyArray<string>
  readonly properties: JsonRecord
  readonly createdAt: string
}

/** The most distinct ids that the reference service lists of a person. */
const mostListed = 1_000

/** Distinct ids as capture keeps them. */
const personOf = ({ created_at, distinct_ids, properties }: JsonRecord): Person => ({
  distinctIds: Array.isArray(distinct_ids) ? [...new Set(distinct_ids.map((id) => cutText(String(id))))] : [],
  properties: recordOrEmpty(properties),
  createdAt: timeOf(created_at)
})

/** The person at the target that has one of these distinct ids. */
const personAt = Effect.fnUntraced(function*(api: ProjectApi, distinctIds: ReadonlyArray<string>) {
  for (const id of distinctIds) {
    const { results } = yield* ask(api, "GET", `persons/?distinct_id=${encodeURIComponent(id)}`)
    const [found] = Array.isArray(results) ? results.filter(isJsonRecord) : []
    if (found !== undefined) return personOf(found)
  }
  return undefined
})

/** The properties and the distinct ids that the target lacks of a person: properties that it has keep their values. */
const lackOf = ({ distinctIds, properties }: Person, there: Person | undefined) => {
  const first = there === undefined ? distinctIds[0] : there.distinctIds[0]
  return {
    first,
    isNew: there === undefined,
    properties: Object.entries(properties).filter(([name]) => there?.properties[name] === undefined),
    aliases: distinctIds.filter((id) => id !== first && there?.distinctIds.includes(id) !== true)
  }
}

type Lack = ReturnType<typeof lackOf>

/** The events that give a person what the target lacks. */
const eventsOf = (
  { createdAt: timestamp }: Person,
  { aliases, first, isNew, properties }: Lack
): ReadonlyArray<string> => {
  if (first === undefined) return []
  const sets = isNew || properties.length > 0
    ? [{ event: "$set", distinct_id: first, timestamp, properties: { $set_once: Object.fromEntries(properties) } }]
    : []
  const joins = aliases.map((alias) => ({
    event: "$create_alias",
    distinct_id: first,
    timestamp,
    properties: { alias }
  }))
  return [...sets, ...joins].map(eventOf)
}

interface Lacking {
  readonly person: Person
  readonly lack: Lack
  readonly events: ReadonlyArray<string>
}

const lackingAt = Effect.fnUntraced(function*(api: ProjectApi, person: Person) {
  const lack = lackOf(person, yield* personAt(api, person.distinctIds))
  const lacking: Lacking = { person, lack, events: eventsOf(person, lack) }
  return lacking
})

const some = (names: ReadonlyArray<string>): string =>
  names.length <= 5 ? names.join(", ") : `${names.slice(0, 5).join(", ")} and ${whole(names.length - 5)} more`

/** What a person still lacks once its events were taken. */
const lossesOf = ({ lack: { aliases, isNew, properties } }: Lacking): ReadonlyArray<string> =>
  isNew ? ["could not be made"] : [
    ...(properties.length === 0 ? [] : [`without ${some(properties.map(([name]) => name))}, which did not fit`]),
    ...(aliases.length === 0 ? [] : [`not joined with ${some(aliases)}: already another person`])
  ]

const isSame = (before: Lacking, after: Lacking): boolean =>
  before.events.length === after.events.length && before.lack.properties.length === after.lack.properties.length

const noteOn = ({ distinctIds: [name = ""] }: Person, note: string): Outcome => ({
  what: "person",
  name,
  outcome: "left out",
  note,
  count: 0
})

/** Copies the persons of a page. The target is asked again afterwards, as it may refuse to join persons. */
const copyPage = Effect.fnUntraced(function*(target: PeopleTarget, { records }: ListedPage) {
  const persons = records.map(personOf)
  const all = yield* Effect.forEach(persons, (person) => lackingAt(target.api, person))
  const lacking = all.filter(({ events }) => events.length > 0)
  const refused = yield* sendEvents(target, lacking.flatMap(({ events }) => events))
  const notes = [
    ...refused.map((reason): Outcome => ({ what: "event of a person", name: "", outcome: "left out", note: reason })),
    ...persons.filter(({ distinctIds }) => distinctIds.length >= mostListed)
      .map((person) => noteOn(person, `may have more than the ${whole(mostListed)} distinct ids that are listed`))
  ]
  let made = lacking.length
  for (const before of target.events === undefined ? [] : lacking) {
    const after = yield* lackingAt(target.api, before.person)
    if (isSame(before, after)) made--
    notes.push(...lossesOf(after).map((note) => noteOn(before.person, note)))
  }
  return { made, there: all.length - made, notes }
})

/** Copies persons: their distinct ids, and the properties that the target has no value of. */
export const copyPersons = Effect.fnUntraced(function*(source: ProjectApi, target: PeopleTarget) {
  let [made, there] = [0, 0]
  const notes: Array<Outcome> = []
  const copied = Stream.runForEach(
    listPages(source, "persons/"),
    Effect.fnUntraced(function*(page) {
      const one = yield* copyPage(target, page)
      made += one.made
      there += one.there
      notes.push(...one.notes)
      yield* target.onProgress("persons", made + there)
    })
  )
  const failure = yield* copied.pipe(
    Effect.as(undefined),
    Effect.catchTags({
      AnswerRefused: ({ reason }) => Effect.succeed(reason),
      TargetFailed: ({ reason }) => Effect.succeed(reason)
    })
  )
  return [...countsOf("persons", made, there), ...notes, ...endOf("persons", made + there, failure)]
})
