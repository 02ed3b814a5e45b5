import { gives, refuses, type SqlCase, type SqlGroup } from "../SqlCase.ts"

/** The tables whose rows are read through the name of the next, the functions of tables among them. */
const tables = [
  "events",
  "persons",
  "person_distinct_ids",
  "cohort_people",
  "static_cohort_people",
  "sessions",
  "groups",
  "raw_persons",
  "query_log",
  "numbers",
  "generate_series"
]

/** Rows under another table's name: the name means them in the query and in those inside it. */
const under = (name: string): ReadonlyArray<SqlCase> => [
  gives(
    `with ${name} as (select properties from events where event = 'page' and properties.path = '/c') select * from ${name}`,
    [[last]],
    {
      columns: ["properties"]
    }
  ),
  gives(
    `with ${name} as (select properties, id from persons) select p.city, q.properties.city, ${name}.id = q.id from `
      + `(select properties as p, id from ${name}) as ${name} join (select * from ${name} where id in (select id from ${name})) as q `
      + `on ${name}.id = q.id where q.id = {id}`,
    [["Oslo", "Oslo", 1]],
    { values }
  )
]

const last = "{\"n\":\"11\",\"path\":\"/c\",\"$process_person_profile\":false}"
const values: NonNullable<SqlCase["values"]> = (world) => ({ id: world.personId("meadow", "bob") })

/** Names of WITH, of sub-queries and of columns that equal names of tables, of columns and each other. */
export const hiddenTables: SqlGroup = {
  name: "names that hide others",
  project: "meadow",
  cases: [
    ...tables.flatMap(under),
    gives("with events as (select * from persons) select count() from events", [[2]]),
    gives(
      "with events as (select * from persons) select count() from events union all select count() from events",
      [[2], [2]]
    ),
    // In its own text the name still means what it meant around it.
    gives(
      "with events as (select * from events where event = 'buy'), events as (select * from events limit 2) "
        + "select (select count() from events), properties.n from events order by timestamp limit 1",
      [[2, "4"]]
    ),
    gives("with a as (with a as (select 1 as x) select x + 1 as x from a) select x from a", [[2]]),
    gives(
      "with recursive a as (with a as (select 1 as x) select x + 1 as x from a) select x from a",
      [[2]]
    ),
    gives("with a as (select 1 as x) select x, (with a as (select 2 as x) select x from a) as y from a", [[1, 2]]),
    gives("with a as (select 1 as x), b as (select 2 as x) select a.x, b.x from a as b, b as a", [[2, 1]]),
    // The fields of a hiding name are those of its query, and nothing joins by itself.
    gives(
      "with events as (select properties, person.properties as person from events where event = 'buy') "
        + "select events.properties.n, properties.price, person.plan, events.person.plan from events order by 1 limit 1",
      [["4", 30, "free", "free"]]
    ),
    gives(
      "with persons as (select event as id, properties from events) select persons.id, properties.n from persons "
        + "where persons.properties.n = '4'",
      [["buy", "4"]]
    ),
    refuses(
      "with events as (select event from events) select person.properties.plan from events",
      "Unable to resolve field: person"
    ),
    refuses(
      "with sessions as (select 1 as x) select $start_timestamp from sessions",
      "Unable to resolve field: $start_timestamp"
    ),
    gives("with session as (select 1 as id) select e.session.id is null, session.id from events e, session limit 1", [
      [1, 1]
    ]),
    gives("select person.n, events.n from (select 1 as n) as person, (select 2 as n) as events", [[1, 2]]),
    gives("select event.properties.n from events as event where event.event = 'buy' order by 1 limit 1", [["4"]]),
    gives(
      "select properties.properties.n from events as properties where properties.event = 'buy' order by 1 limit 1",
      [
        ["4"]
      ]
    ),
    gives("select count() as events, max(event) as persons from events having events > 1", [[12, "page"]]),
    gives("select toString(properties.n) as properties from events where event = 'buy' order by properties limit 1", [[
      "4"
    ]]),
    // A name of WITH is looked for last among the values of IN: parameters, aliases and columns come before it.
    gives("with n as (select 2 as n) select number, number in n from numbers(3) order by number", [
      [0, 0],
      [1, 0],
      [2, 1]
    ]),
    gives("with xs as (select 2 as n) select arrayMap(xs -> 1 in xs, [[1], [2]])", [[[1, 0]]]),
    gives("with xs as (select 2 as n) select 1 in xs from (select [1] as xs)", [[1]]),
    gives(
      "with numbers as (select 7 as number) select n.number, m.number from numbers as n, numbers(2) as m order by 2",
      [
        [7, 0],
        [7, 1]
      ]
    ),
    refuses("select * from numbers", "Table function 'numbers' requires arguments")
  ]
}
