import { gives, type Known, type Rows, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const bob: SqlCase["values"] = ({ personId }) => ({ bob: personId("meadow", "bob") })

const mode = (name: string) => ({ modifiers: { personsOnEventsMode: name } })
const disabled = mode("disabled")
const noOverride = mode("person_id_no_override_properties_on_events")
const onEvents = mode("person_id_override_properties_on_events")
const joined = mode("person_id_override_properties_joined")

const list = (...cells: ReadonlyArray<string | null>): Rows => cells.map((cell) => [cell])

const plans = "select person.properties.plan from events order by timestamp"
const recorded = list(null, null, "free", "free", "pro", "trial", "pro", "pro", "pro", "pro", null, "pro")
const current = list("pro", "pro", "pro", "pro", "pro", "pro", "pro", "pro", "pro", "pro", null, "pro")

const bobs = "select properties.n from events where person_id = {bob} order by timestamp"
const createdAt = "select person.created_at from events where properties.n in ('1', '6', '11') order by timestamp"

const persons: Known<Rows> = ({ personId }) => [[personId("meadow", "anon-1")], [personId("meadow", "bob")]]

/** Persons of events in every mode, merges included. */
export const personCases: SqlGroup = {
  name: "persons",
  project: "meadow",
  cases: [
    gives(bobs, list("5", "6", "8", "9", "10", "12"), { values: bob }),
    gives(bobs, list("5", "6", "8", "9", "10", "12"), { ...onEvents, values: bob, name: `${bobs} on events` }),
    gives(bobs, list("5", "6", "8", "9", "10", "12"), { ...joined, values: bob, name: `${bobs} joined` }),
    gives(bobs, list("5", "6", "8", "9", "10", "12"), { ...disabled, values: bob, name: `${bobs} disabled` }),
    gives(bobs, list("5", "8", "9", "10", "12"), { ...noOverride, values: bob, name: `${bobs} as recorded` }),
    gives("select uniq(person_id), count(distinct person.id) from events", [[3, 3]]),
    gives("select uniq(person_id) from events", [[4]], { ...noOverride, name: "persons as recorded" }),
    gives("select uniq(person_id), countIf(person_id is null) from events", [[2, 1]], {
      ...disabled,
      name: "persons by id"
    }),
    gives(
      "select person_id from events where distinct_id = 'tab'",
      ({ personId }) => [[personId("meadow", "tab")]],
      noOverride
    ),
    gives(
      "select person_id from events where distinct_id = 'ghost'",
      ({ personId }) => [[personId("meadow", "ghost")]]
    ),
    gives(plans, recorded),
    gives(plans, recorded, { ...noOverride, name: `${plans} as recorded` }),
    gives(plans, current, { ...joined, name: `${plans} joined` }),
    gives(plans, current, { ...disabled, name: `${plans} disabled` }),
    gives("select count(person.properties.city) from events", [[4]]),
    gives("select count(person.properties.city) from events", [[6]], { ...joined, name: "cities joined" }),
    gives(createdAt, list("2024-10-26T21:30:00Z", "2024-10-28T00:00:00Z", null)),
    gives(createdAt, list("2024-10-26T21:30:00Z", "2024-10-27T12:00:00Z", null), {
      ...joined,
      name: `${createdAt} joined`
    }),
    gives("select id from persons order by created_at", persons),
    gives("select properties.plan, properties.city, is_identified, created_at from persons order by created_at", [
      ["pro", null, true, "2024-10-26T21:30:00Z"],
      ["pro", "Oslo", true, "2024-10-27T12:00:00Z"]
    ]),
    gives("select distinct_id, person.properties.city from person_distinct_ids order by distinct_id", [
      ["ann", null],
      ["anon-1", null],
      ["bob", "Oslo"],
      ["bobby", "Oslo"],
      ["tab", "Oslo"]
    ]),
    gives("select count() from person_distinct_ids where person_id = {bob}", [[3]], { values: bob }),
    gives("select properties.n, pdi.person.properties.city from events where event = 'page' order by timestamp", [
      ["1", null],
      ["2", null],
      ["6", "Oslo"],
      ["10", "Oslo"],
      ["11", null]
    ]),
    gives("select count() from events where pdi.person_id = person_id", [[11]]),
    gives(
      "select pdi.distinct_id from events where properties.n in ('10', '11') order by timestamp",
      list("bobby", null)
    ),
    gives(
      "select person.properties.plan as plan, count() from events where event = 'page' group by plan order by plan",
      [
        ["pro", 1],
        ["trial", 1],
        [null, 3]
      ]
    ),
    gives("select distinct_id, person_mode from events where event = 'page' order by timestamp desc limit 2", [
      ["ghost", "propertyless"],
      ["bobby", "full"]
    ])
  ]
}
