import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Group } from "@hedgerow/core/persons/Group"
import { Person } from "@hedgerow/core/persons/Person"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { micros } from "../PlanBuilder.ts"
import type { SeedRows } from "../SeedTables.ts"

/** The project of most cases, and one whose rows no query of it may see. */
export const meadow = 919000 as ProjectId
export const neighbour = 919001 as ProjectId
/** The project whose persons hold numbers, and the one whose event holds every JSON shape. */
export const numbers = 919002 as ProjectId
export const shapes = 919003 as ProjectId
/** A project without rows. */
export const bare = 919004 as ProjectId

const time = (iso: string): EventTime => micros(iso) as EventTime
const seen = time("2024-04-01T08:00:00")

/** The person id of a name in the project. */
export const personId = (name: string, project: ProjectId = meadow): Uuid => deriveUuid(project, "person", name)
export const eventId = (place: number, project: ProjectId = meadow): Uuid => deriveUuid(project, "event", place)

const cohort = (id: number): CohortId => id as CohortId

const event = (project: ProjectId, place: number, fields: Partial<Omit<Event, "derived">>): Event => ({
  project_id: project,
  uuid: eventId(place, project),
  event: "open",
  distinct_id: "ada",
  person_id: personId("ada", project),
  person_mode: "full",
  timestamp: seen,
  sent_at: null,
  received_at: time("2024-05-04T00:00:00"),
  inserted_at: time("2024-05-04T00:00:01"),
  properties: "{}",
  person_properties: "{}",
  person_created_at: null,
  group_0: "",
  group_1: "",
  group_2: "",
  group_3: "",
  group_4: "",
  session_id: "",
  window_id: "",
  elements_chain: "",
  lib: "",
  derived: deriveProperties(fields.properties ?? "{}"),
  ...fields
})

const person = (project: ProjectId, name: string, properties: Person["properties"], version = 1): Person =>
  new Person({
    project_id: project,
    id: personId(name, project),
    created_at: seen,
    properties,
    is_identified: version > 1,
    version
  })

const group = (project: ProjectId, index: 0 | 1, key: string, properties: Group["properties"]): Group =>
  new Group({
    project_id: project,
    group_type_index: index,
    group_key: key,
    properties,
    created_at: seen,
    updated_at: time("2024-04-02T08:00:00.000005")
  })

const byBen = { distinct_id: "ben", person_id: personId("ben") }

const meadowEvents: ReadonlyArray<Event> = [
  event(meadow, 1, {
    timestamp: time("2024-05-01T10:00:00.000001"),
    sent_at: time("2024-05-01T10:00:02"),
    properties: "{ \"side\": \"north\", \"price\": 12.50 }",
    person_properties: "{\"plan\":\"free\"}",
    person_created_at: seen,
    group_0: "oak",
    session_id: "s1",
    window_id: "w1",
    elements_chain: "a:href=\"/x\"",
    lib: "web"
  }),
  event(meadow, 2, {
    ...byBen,
    person_id: personId("old ben"),
    timestamp: time("2024-05-01T23:30:00"),
    properties: "{\"side\":\"south\",\"price\":3}",
    group_1: "oak",
    session_id: "s2"
  }),
  event(meadow, 3, {
    event: "close",
    timestamp: time("2024-05-02T00:15:00"),
    properties: "{\"side\":\"north\",\"price\":\"7\"}",
    group_0: "elm",
    session_id: "s1"
  }),
  event(meadow, 4, {
    ...byBen,
    event: "close",
    timestamp: time("2024-05-02T12:00:00"),
    properties: "{\"side\":null}"
  }),
  event(meadow, 5, {
    distinct_id: "cyd",
    person_id: personId("cyd"),
    timestamp: time("2024-05-03T08:00:00"),
    properties: "{\"side\":\"\",\"price\":-1e-7}",
    group_0: "oak"
  }),
  event(meadow, 6, {
    event: "peek",
    distinct_id: "dee",
    person_id: personId("dee"),
    person_mode: "propertyless",
    timestamp: time("1969-12-31T23:59:59.999999")
  })
]

export const meadowRows: SeedRows = {
  events: meadowEvents,
  persons: [
    person(meadow, "ada", { plan: "pro", age: 36, tags: { zz: 1, b: [2.5, { yy: "é", x: null }] } }, 3),
    person(meadow, "ben", { plan: "free", age: 41 }, 2),
    person(meadow, "cyd", {})
  ],
  person_distinct_ids: [
    { distinct_id: "ada", person_id: personId("ada") },
    { distinct_id: "ada-phone", person_id: personId("ada") },
    { distinct_id: "ben", person_id: personId("ben") }
  ],
  person_overrides: [{ old_person_id: personId("old ben"), person_id: personId("ben") }],
  cohort_members: [
    { cohort_id: cohort(919_001), person_id: personId("ada") },
    { cohort_id: cohort(919_001), person_id: personId("ben") },
    { cohort_id: cohort(919_002), person_id: personId("ada") }
  ],
  groups: [
    group(meadow, 0, "oak", { size: 10, kind: "tree" }),
    group(meadow, 0, "elm", { size: 7 }),
    group(meadow, 1, "oak", { size: 1e21 })
  ]
}

/** The same names as in the meadow, all in another project. */
export const neighbourRows: SeedRows = {
  events: [
    event(neighbour, 1, { event: "intruder", group_0: "oak", session_id: "s1" }),
    event(neighbour, 2, { event: "intruder", distinct_id: "ben", person_id: personId("old ben", neighbour) })
  ],
  persons: [person(neighbour, "ada", { plan: "intruder" }), person(neighbour, "ben", { plan: "intruder" })],
  person_distinct_ids: [
    { distinct_id: "ada", person_id: personId("ada", neighbour) },
    { distinct_id: "ben", person_id: personId("ben", neighbour) },
    { distinct_id: "intruder", person_id: personId("ben", neighbour) }
  ],
  person_overrides: [{ old_person_id: personId("old ben", neighbour), person_id: personId("ben", neighbour) }],
  cohort_members: [{ cohort_id: cohort(919_003), person_id: personId("ada", neighbour) }],
  groups: [group(neighbour, 0, "oak", { size: 666 }), group(neighbour, 0, "intruder", {})]
}

/** Persons `a` to `g` with texts of numbers in `f` and a bucket in `g`. */
export const numberRows: SeedRows = {
  persons: [
    person(numbers, "a", { n: "a", f: "1.5", g: "x", i: "9223372036854775807" }),
    person(numbers, "b", { n: "b", f: "nan", g: "x", i: "9007199254740993" }),
    person(numbers, "c", { n: "c", g: "y", i: "-5" }),
    person(numbers, "d", { n: "d", f: "-inf", g: "y", i: "-9223372036854775808" }),
    person(numbers, "e", { n: "e", f: "inf" }),
    person(numbers, "f", { n: "f", f: "1.5", i: "2" }),
    person(numbers, "g", { n: "g", f: "nan", g: "", i: "2" })
  ]
}

const shapeText = [
  "{\"\":\"empty key\",\"1\":\"digit key\"",
  "\"a\":[\"x\",[\"y\",null],{\"k\":\"v\"},5,0.5]",
  "\"d\":12.5,\"e\":\"\",\"f\":false,\"i\":3",
  "\"m\":{\"2\":\"two\",\"b\":1,\"10\":0,\"aa\":[true,null],\"\u00e9\":{}}",
  "\"n\":null",
  "\"o\":{\"b\":1,\"aa\":{\"c\":[true,null,\"\"]}}",
  "\"q\":\"quo\\\"te\\\\ \\n\\u0001 \u00e9 \u{1f33f}\",\"r\":[\"quo\\\"te\\\\ \\n\\u0001 \u00e9 \u{1f33f}\"]",
  "\"t\":true,\"z\":0",
  "\"$x\":\"dollar\",\"a.b\":\"dotted\",\"huge\":1000000000000000000000,\"it's\":\"quoted\",\"long\":[]",
  "\"tiny\":0.0000001,\"whole\":-42,\"numbers\":[1000000000000000000000,-0.00000025,1.5,100]}"
].join(",")

export const shapeRows: SeedRows = { events: [event(shapes, 1, { properties: shapeText })] }
