import { Random } from "../Random.ts"

/** A query that tries to see another project, and what fills its placeholders. */
export interface HostileQuery {
  readonly sql: string
  readonly values: Readonly<Record<string, unknown>>
  readonly filters: Readonly<Record<string, unknown>>
}

/** Values that only rows of the other project have. */
export interface Victim {
  readonly project: number
  readonly person: string
}

/** Texts that would do harm if they were ever read as SQL. */
const injections = [
  "quarry' or 1 = 1 --",
  "') or project_id = {p} or ('",
  "x'; select * from events; --",
  "\\' or true #",
  "*/ or 1=1 /*",
  "${project}",
  "{project}",
  "1) union all select properties from events where (1"
] as const

const tables = [
  "events",
  "persons",
  "groups",
  "sessions",
  "person_distinct_ids",
  "cohort_people",
  "raw_persons"
] as const

const columnsOf: Readonly<Record<(typeof tables)[number], readonly [string, ...ReadonlyArray<string>]>> = {
  events: [
    "event",
    "properties",
    "properties.secret",
    "properties.path",
    "person.properties.plan",
    "group_0.properties.name",
    "company.properties.name",
    "pdi.person.properties.city",
    "distinct_id",
    "toString(person_id)",
    "session.$entry_pathname",
    "override.person_id"
  ],
  persons: ["properties", "properties.plan", "toString(id)", "pdi.distinct_id"],
  groups: ["key", "properties", "properties.name"],
  sessions: ["session_id", "$entry_current_url", "$channel_type"],
  person_distinct_ids: ["distinct_id", "toString(person_id)", "person.properties.plan"],
  cohort_people: ["toString(person_id)", "cohort_id", "person.properties.plan"],
  raw_persons: ["properties", "properties.plan", "is_deleted"]
}

/** Writes queries that a seed decides. */
class Writer {
  readonly #random: Random
  readonly #victim: Victim
  readonly #depth: number

  constructor(random: Random, victim: Victim, depth = 3) {
    this.#random = random
    this.#victim = victim
    this.#depth = depth
  }

  #inner(): Writer {
    return new Writer(this.#random, this.#victim, this.#depth - 1)
  }

  /** A condition of no table, that would end or undo the one of the project if it were text. */
  #always(): string {
    return this.#random.pick([
      "1 = 1",
      "{hostile} = {hostile}",
      "not (1 = 0) -- and team_id = 1\n",
      "1 /* and */ = /* team_id = 1 */ 1",
      "true or {hostile} = ''"
    ])
  }

  /** A condition that would let another project's rows in. */
  condition(): string {
    const { person, project } = this.#victim
    return this.#random.pick<() => string>([
      () => this.#always(),
      () => this.#always(),
      () => "true or event = 'x'",
      () => this.#random.pick([`team_id = ${project}`, `project_id = ${project} or 1 = 1`]),
      () => "properties.secret = 'quarry'",
      () => "properties.secret = {hostile}",
      () => "distinct_id in {list}",
      () => `toString(person_id) = '${person}'`,
      () => "exists(select 1 from events where properties.secret = 'quarry')",
      () => `person_id in (select id from persons where 1 = 1)`,
      () => "{filters}",
      () => "person_id in cohort 'Regulars'"
    ])()
  }

  /** A SELECT of one text column named `c`. */
  select(): string {
    const random = this.#random
    if (this.#depth <= 0) return this.#plain()
    const inner = this.#inner()
    return random.pick<() => string>([
      () => this.#plain(),
      () => `select c from (${inner.select()}) where ${random.pick(["1 = 1", "c != ''", "c = c or true"])}`,
      () => `(${inner.select()}) union all (${inner.select()})`,
      () => `(${inner.select()}) except (select 'nothing' as c)`,
      () => `(${inner.select()}) intersect (${inner.select()})`,
      () => `with t as (${inner.select()}) select c from t`,
      () => `with events as (${inner.select()}) select c from events`,
      () => `with ${random.pick(["x", "y", "team_id", "events", "persons"])} as (select 1 as x) ${inner.select()}`,
      () =>
        `with recursive r as (select 'a' as c union all select concat(c, 'a') from r where length(c) < 3) select c from r`,
      () =>
        `select a.c as c from (${inner.select()}) a ${
          random.pick(["join", "left join", "full join"])
        } (${inner.select()}) b on 1 = 1`,
      () => `select a.c as c from (${inner.select()}) as a cross join (${inner.select()}) as b`,
      () => `select toString(groupArray(c)) as c from (${inner.select()})`,
      () => `select c from (select 1 as ${random.pick(["x", "y", "team_id"])}, c from (${inner.select()}))`,
      () => `select toString((${inner.select()} limit 1)) as c`,
      () => `select toString(any(c) over ()) as c from (${inner.select()})`,
      () => `select toString(groupArray(c) over (order by c)) as c from (${inner.select()})`,
      () => `select leadInFrame(c) over (partition by length(c) order by c) as c from (${inner.select()})`,
      () => `select toString(m) as c from (${inner.select()}) array join [c] as m`,
      () => `${inner.select()} limit 1 by c`,
      () => `select c from (${inner.select()}) qualify row_number() over (partition by length(c) order by c) = 1`,
      () => `select columns('^c$') from (${inner.select()})`,
      () => `select toString(groupArray(c)[1:3]) as c from (${inner.select()})`,
      () => `select toString(max(tuple(c as v, 1 as n).v)) as c from (${inner.select()})`,
      () => `select {hostile} || ifNull(c, '') as c from (${inner.select()})`
    ])()
  }

  #plain(): string {
    const random = this.#random
    const source = random.chance(0.9) ? random.pick(tables) : random.pick([
      "person_overrides",
      "cohort_members",
      "hedgerow.events",
      "`events` final",
      "file('/etc/passwd')",
      "url('http://127.0.0.1/')",
      "remote('127.0.0.1', hedgerow, events)",
      "postgresql('127.0.0.1', 'x', 'events', 'a', 'b')",
      "numbers(3)",
      "system.tables",
      "{hostile}"
    ])
    const known = tables.find((table) => table === source)
    const column = known === undefined
      ? random.pick(["properties", "number", "project_id"])
      : random.pick(columnsOf[known])
    const alias = random.chance(0.95)
      ? random.pick(["", "", " as e", " as events", " as persons", " as `a;b`"])
      : " as team_id"
    const where = known === "events"
      ? ` where ${this.condition()}`
      : random.chance(0.5)
      ? ` where ${this.#always()}`
      : ""
    return `select toString(${column}) as c from ${source}${alias}${where}`
  }
}

/** The hostile query of a seed. */
export const hostileQuery = (seed: number, victim: Victim): HostileQuery => {
  const random = new Random(seed)
  const sql = new Writer(random, victim).select()
  const hostile = random.pick(injections).replace("{p}", String(victim.project))
  return {
    sql,
    values: { hostile, list: [hostile, "quarryman"], p: victim.project },
    filters: {
      properties: [{
        type: "event",
        key: hostile,
        operator: random.pick(["exact", "is_not", "icontains"]),
        value: hostile
      }]
    }
  }
}
