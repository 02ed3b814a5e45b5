import { gives, refuses, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const ids: SqlCase["values"] = ({ cohortId }) => ({
  regulars: cohortId("meadow", "Regulars"),
  pros: cohortId("meadow", "Pros"),
  gone: cohortId("meadow", "Gone"),
  workers: cohortId("quarry", "Workers")
})

/** The statement means nothing here; which number the reason names is not known. */
const unresolved = (name: string, sql: string): SqlCase => ({
  name,
  sql,
  values: ids,
  gives: { refusal: { tag: "SqlSemanticError" } }
})

/** Members of cohorts, those of merged persons included; none of another project's. */
export const cohortCases: SqlGroup = {
  name: "cohorts",
  project: "meadow",
  cases: [
    gives("select count() from events where person_id in cohort 'Regulars'", [[6]]),
    gives("select count() from events where person_id in cohort {regulars}", [[6]], { values: ids }),
    gives("select count() from events where person_id not in cohort 'Regulars'", [[6]]),
    gives("select countIf(person.id in cohort {pros}), count() from events", [[11, 12]], { values: ids }),
    gives("select count() from persons where id in cohort 'Pros' and id not in cohort 'Regulars'", [[1]]),
    gives("select person_id in cohort 'Pros', person_id not in cohort 'Pros' from events where distinct_id = 'ghost'", [
      [0, 1]
    ]),
    gives("select person_id, cohort_id from static_cohort_people", ({ cohortId, personId }) => [
      [personId("meadow", "bob"), cohortId("meadow", "Regulars")]
    ], { types: ["UUID", "Int64"] }),
    gives(
      "select person.properties.plan, count() from cohort_people where cohort_id = {pros} group by 1",
      [["pro", 2]],
      {
        values: ids
      }
    ),
    gives("select count() from cohort_people", [[3]]),
    gives("select count() from cohort_people where cohort_id in ({gone}, {workers}, {regulars})", [[0]], {
      values: ids
    }),
    gives("select count() from static_cohort_people where cohort_id in ({gone}, {workers})", [[0]], { values: ids }),
    gives(
      "select e.event from events e join static_cohort_people c on c.person_id = e.person_id order by e.timestamp",
      [
        ["buy"],
        ["page"],
        ["$create_alias"],
        ["$identify"],
        ["page"],
        ["$groupidentify"]
      ]
    ),
    gives("select count() from events where person_id in cohort 'Unfound'", [[0]], { warnings: 1 }),
    gives("select uniq(person_id) from events where person_id in cohort 'Buyers'", [[1]]),
    refuses("select 1 from events where person_id in cohort 1999999999", "Could not find cohort with ID 1999999999"),
    refuses(
      "select 1 from events where person_id in cohort 'Workers'",
      "Could not find a cohort with the name 'Workers'"
    ),
    refuses("select 1 from events where person_id in cohort 'Gone'", "Could not find a cohort with the name 'Gone'"),
    refuses("select 1 from events where person_id in cohort 'Twins'", "Found multiple cohorts with name 'Twins'"),
    refuses("select 1 from events where person_id in cohort (event)", "IN COHORT only works with constant arguments"),
    refuses(
      "select 1 from events where person_id in cohort 'Queried'",
      "The members of cohort 'Queried' are not known: they depend on a query"
    ),
    unresolved("another project's cohort", "select 1 from events where person_id in cohort {workers}"),
    unresolved("a deleted cohort", "select 1 from events where person_id in cohort {gone}")
  ]
}

const both = (first: string, second: string) =>
  `select (select count() from ${first}) + (select count() from ${second})`

/** Persons are in a sample or not, with all their events. */
export const sampleCases: SqlGroup = {
  name: "samples",
  project: "meadow",
  cases: [
    gives("select count() from events sample 1", [[12]]),
    gives(both("events sample 1/2", "events sample 0.5 offset 1/2"), [[12]]),
    gives(both("events sample 1/3", "events sample 2/3 offset 1/3"), [[12]]),
    gives(both("events sample 0.75", "events sample 1 offset 0.75"), [[12]]),
    gives(both("persons sample 1/2", "persons sample 1/2 offset 1/2"), [[2]]),
    gives("select count() from events sample 1/1000000000", [[0]]),
    gives(
      "select countIf((person_id in (select person_id from events sample 1/2)) != (person_id in (select id from persons sample 1/2))) "
        + "from events where distinct_id != 'ghost'",
      [[0]]
    ),
    gives(
      both(
        "events e join persons p sample 1/2 on e.person_id = p.id",
        "events e sample 1/2 offset 1/2 join persons p on e.person_id = p.id"
      ),
      [[11]]
    ),
    gives(
      "select countIf(p.id is null) = countIf(e.person_id not in (select id from persons sample 1/2)) "
        + "from events e left join persons p sample 1/2 on e.person_id = p.id",
      [[1]]
    ),
    refuses(
      "select 1 from groups sample 1/2",
      "SAMPLE is only supported for the tables events and persons"
    ),
    refuses(
      "with e as (select 1 as x) select 1 from e sample 1/2",
      "SAMPLE is only supported for the tables events and persons"
    ),
    refuses(
      "select 1 from events sample 2",
      "SAMPLE takes a part that is greater than 0 and at most 1, and an OFFSET that is less than 1"
    ),
    refuses("select 1 from events sample {x}", "SAMPLE takes a part such as 0.1 or 1/10", { values: { x: "many" } })
  ]
}
