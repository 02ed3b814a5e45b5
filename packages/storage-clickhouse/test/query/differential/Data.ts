import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import { type EventTime, latest } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Group } from "@hedgerow/core/persons/Group"
import { Person } from "@hedgerow/core/persons/Person"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import type { SeedRows } from "@hedgerow/testing/contracts"
import type { Random } from "./Random.ts"

/** Texts at the edges of what conversions, patterns and positions take. */
export const texts = [
  "",
  " a ",
  "A",
  "a",
  "ab",
  "\u00e4\u00c4",
  "\u0130i",
  "\u039f\u03a3\u03c2",
  "\u{1f33f}x",
  "a\\",
  "a\\%b",
  "100%",
  "a_b",
  "it's",
  "\"q\"",
  "a\nb\tc",
  "a/b",
  "[1,2]",
  "{\"k\":1}",
  "null",
  "true",
  "T",
  "off",
  "1",
  "01",
  "+5",
  "-0",
  "1.5",
  ".5",
  "5.",
  "1e3",
  "-1E-3",
  "1e400",
  "9223372036854775807",
  "-9223372036854775808",
  "9223372036854775808",
  "nan",
  "-Inf",
  " 1",
  "2024-02-29",
  "Feb 29 2024 10:00 PM",
  "29-feb-2024",
  "2023-02-29",
  "2024-03-31 02:30:00",
  "2024-10-27T02:30:00.5",
  "2024-05-06T07:08:09.123456789Z",
  "1969-12-31T23:59:59.999999+05:30",
  "1915-01-01",
  "2199-12-31 23:59:59",
  "0189dcd5-53ac-7a6e-8d1c-3e5f6a7b8c9d",
  "0189DCD5-53AC-7A6E-8D1C-3E5F6A7B8C9D"
] as const

/** Whole and quarter numbers add up to the same in any order. */
export const numbers = [0, -0, 1, -1, 2, 7, 0.25, -0.5, 2.5, 3.5, 1250, 123456.75] as const
const strange = [1e15, 1e21, 1e-7, -2.5e-10, 2 ** 53 + 2, 2 ** 64, 0.1, 1.2345e25] as const

const value = (random: Random, depth: number): unknown => {
  switch (random.int(depth > 2 ? 6 : 9)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
      return random.pick(numbers)
    case 3:
      return random.pick(strange)
    case 6:
      return random.list(random.int(4), () => value(random, depth + 1))
    case 7:
    case 8:
      return document(random, ["k", "1", "2", "a b", ""], depth + 1)
    default:
      return random.pick(texts)
  }
}

const document = (
  random: Random,
  keys: ReadonlyArray<string>,
  depth: number
): Record<string, never> =>
  Object.fromEntries(
    keys.flatMap((key) => random.chance(0.6) ? [[key, value(random, depth)]] : [])
  ) as Record<string, never>

/** Keys of properties: `t` a text, `q` a number, the rest anything. */
export const propertyKeys = ["t", "q", "x", "y.z", "$browser", "k"] as const

const properties = (random: Random): Record<string, never> => ({
  ...document(random, ["x", "y.z", "$browser", "k"], 0),
  ...random.chance(0.8) ? { t: random.pick(texts) as never } : {},
  ...random.chance(0.8) ? { q: random.pick(numbers) as never } : {}
})

/** A generation after the last zone here got an offset of whole quarter hours, which is all that ClickHouse knows. */
const quarterHours = Date.UTC(1945, 0, 1) * 1000

const changes = [
  "2024-03-31T00:59:59Z",
  "2024-10-27T00:30:00Z",
  "2018-11-04T03:00:00Z",
  "2024-11-03T05:59:59Z"
] as const

/** Any time, often near a change of the clock somewhere, or near 1970. */
export const time = (random: Random): EventTime => {
  const spread = Math.floor((random.next() - 0.5) * 4 * 86_400_000_000)
  switch (random.int(4)) {
    case 0:
      return Math.floor(quarterHours + random.next() * (latest - quarterHours)) as EventTime
    case 1:
      return Math.floor(spread / 20) as EventTime
    default:
      return Date.parse(random.pick(changes)) * 1000 + spread as EventTime
  }
}

/** Persons by their distinct ids. */
export const names = ["ada", "ben", "cyd", "dee"] as const
/** The person who was merged into the first of them. */
export const mergedAway = "dee"
const personId = (project: ProjectId, name: string): Uuid => deriveUuid(project, name)

const event = (random: Random, project: ProjectId, place: number): Event => {
  const name = random.pick(names)
  const text = JSON.stringify(properties(random))
  return {
    project_id: project,
    uuid: deriveUuid(project, "event", String(place)),
    event: random.pick(["open", "close", "Open", "\u00f6ffnen"]),
    distinct_id: name,
    person_id: personId(project, name),
    person_mode: random.pick(["full", "propertyless"]),
    timestamp: time(random),
    sent_at: random.chance(0.5) ? null : time(random),
    received_at: time(random),
    inserted_at: time(random),
    properties: text,
    derived: deriveProperties(text),
    person_properties: canonicalJson(properties(random)),
    person_created_at: null,
    group_0: random.pick(["", "oak", "elm"]),
    group_1: "",
    group_2: "",
    group_3: "",
    group_4: "",
    session_id: "",
    window_id: "",
    elements_chain: "",
    lib: "web"
  }
}

const person = (random: Random, project: ProjectId, name: string): Person =>
  new Person({
    project_id: project,
    id: personId(project, name),
    created_at: time(random),
    properties: properties(random),
    is_identified: random.chance(0.5),
    version: 1 + random.int(3)
  })

const group = (random: Random, project: ProjectId, key: string): Group =>
  new Group({
    project_id: project,
    group_type_index: 0,
    group_key: key,
    properties: properties(random),
    created_at: time(random),
    updated_at: time(random)
  })

/** Some rows of every table. */
export const randomRows = (random: Random, project: ProjectId): SeedRows => ({
  events: random.list(60, (place) => event(random, project, place)),
  persons: ["ada", "ben", "cyd"].map((name) => person(random, project, name)),
  person_distinct_ids: ["ada", "ben"].map((name) => ({ distinct_id: name, person_id: personId(project, name) })),
  person_overrides: [{ old_person_id: personId(project, mergedAway), person_id: personId(project, "ada") }],
  groups: ["oak", "elm"].map((key) => group(random, project, key))
})
