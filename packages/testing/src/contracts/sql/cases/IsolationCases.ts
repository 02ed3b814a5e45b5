import { gives, refuses, type SqlCase, type SqlGroup } from "../SqlCase.ts"

const foreign: SqlCase["values"] = ({ personId, projects }) => ({
  ann: personId("quarry", "ann"),
  bob: personId("quarry", "bob"),
  project: projects.quarry.id
})

/** No query returns rows of the quarry. */
const never = (sql: string): SqlCase => gives(sql, [[0]], { values: foreign })

const unresolved = (sql: string, field: string): SqlCase =>
  refuses(sql, `Unable to resolve field: ${field}`, { values: foreign })

const unknown = (table: string): SqlCase => refuses(`select 1 from ${table}`, `Unknown table "${table}".`)

/** No question finds a row of another project. */
export const isolationCases: SqlGroup = {
  name: "isolation",
  project: "meadow",
  cases: [
    never("select count() from events where properties.secret is not null"),
    never("select count() from events where properties.path = '/quarry' or person.properties.plan = 'quarry'"),
    never("select count() from events where person_id in ({ann}, {bob})"),
    never("select count() from events where distinct_id = 'quarryman'"),
    never("select count() from persons where id in ({ann}, {bob}) or properties.plan = 'quarry'"),
    never("select count() from person_distinct_ids where person_id in ({ann}, {bob}) or distinct_id = 'quarryman'"),
    never("select count() from groups where properties.name = 'Quarry' or properties.size = '1000'"),
    never("select count() from events where group_0.properties.name = 'Quarry'"),
    never("select count() from events where pdi.person_id in ({ann}, {bob}) or pdi.person.properties.plan = 'quarry'"),
    never("select count() from events e join persons p on p.id = {ann} where 1 = 1"),
    never("select count() from events a cross join events b where b.properties.secret = 'quarry'"),
    never("select count() from (select * from events where true) where properties.secret = 'quarry'"),
    never("with everything as (select properties.secret as s from events) select count(s) from everything"),
    never("select countIf(uuid in (select uuid from events where properties.secret = 'quarry')) from events"),
    gives("select count(), uniq(uuid) from events a where 1 = 1 or 2 = 2", [[12, 12]]),
    gives("select count() from events a join events b on a.uuid = b.uuid", [[12]]),
    gives("select count() from events e join person_distinct_ids d on e.distinct_id = d.distinct_id", [[11]]),
    gives("select count() from persons a cross join persons b", [[4]]),
    gives("select count(), max(properties.name) from groups", [[1, "Acme"]]),
    gives("select distinct g.properties.name from events e left join groups g on 1 = 1", [["Acme"]]),
    unresolved("select team_id from events", "team_id"),
    unresolved("select count() from events where team_id = {project}", "team_id"),
    unresolved("select count() from events where project_id = {project} or 1 = 1", "project_id"),
    unresolved("select project_id from persons", "project_id"),
    unresolved("select team_id from (select * from events)", "team_id"),
    refuses("select e.team_id from events e", "Field not found: team_id"),
    refuses("select a.event from events a join events b on a.project_id = b.project_id", "Field not found: project_id"),
    refuses("select 1 as project_id", "Alias 'project_id' is a reserved keyword."),
    refuses("with 1 as team_id select count() from events where team_id = 1", "Alias 'team_id' is a reserved keyword."),
    gives(
      "select count() from (select * from events union all select * from events) where properties.secret = 'quarry'",
      [[0]]
    ),
    gives(
      "with e as (select * from events) select count() from e a cross join e b where a.properties.secret = 'quarry'",
      [[0]]
    ),
    gives(
      "select (select count() from events where properties.secret = 'quarry'), exists(select 1 from events where properties.secret = 'quarry')",
      [[0, 0]]
    ),
    gives("select count(), countIf(session.id is not null) from events", [[12, 0]]),
    gives("select count() from sessions", [[0]]),
    unknown("person_overrides"),
    unknown("cohort_members"),
    unknown("projects"),
    unknown("personal_api_keys"),
    unknown("pg_catalog.pg_tables"),
    unknown("information_schema.tables"),
    unknown("public.events")
  ]
}

/** The same questions in the quarry find its own rows, so that the silence above means something. */
export const quarryCases: SqlGroup = {
  name: "isolation, from the other side",
  project: "quarry",
  cases: [
    gives("select count(), countIf(properties.secret = 'quarry') from events", [[5, 5]]),
    gives("select count() from persons where properties.plan = 'quarry'", [[3]]),
    gives("select count() from events where distinct_id in ('anon-1', 'bobby', 'tab', 'ghost')", [[0]]),
    gives("select distinct_id from person_distinct_ids order by distinct_id", [["ann"], ["bob"], ["ghost"], [
      "quarryman"
    ]]),
    gives("select key, properties.name from groups", [["acme", "Quarry"]])
  ]
}
