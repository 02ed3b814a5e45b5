import type { Event } from "@hedgerow/core/events/Event"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { Duration, Effect } from "effect"
import { Client } from "pg"
import { cpuInTurns, load, onEmbedded, projectOne } from "./clickHouse.ts"
import type { Comparison, Measured } from "./Comparison.ts"
import { generatedBatches, lastMicros, personId } from "./generatedEvents.ts"
import { closeLoad, sendMany } from "./load.ts"
import { processCpuMillis, treeCpuMillis } from "./processCpu.ts"
import { type HedgerowServer, startHedgerow, withoutClickHouse } from "./servers.ts"
import { type SqlShape, sqlShapes } from "./sqlShapes.ts"

const rounds = 10

/** The number of the persons with most events that are members of the cohort. */
const members = 500

const cohort = { id: 1, name: "Many events", is_static: true, cohort_type: "static", isFound: true } as const

type Rows = ReadonlyArray<ReadonlyArray<unknown>>

const textOf = (rows: Rows): string => JSON.stringify(rows.map((row) => row.map(String)))

const requireSame = (name: string, mine: Rows, theirs: Rows): void => {
  const [ours, native] = [textOf(mine), textOf(theirs)]
  if (ours !== native) throw new Error(`${name}: the answers differ: ${ours.slice(0, 300)} ${native.slice(0, 300)}`)
}

const ourRows = Effect.fnUntraced(function*(sql: string) {
  const engine = yield* QueryEngine
  const statement = yield* Effect.fromResult(parseStatement(sql))
  const context = { project: projectOne, now: lastMicros as Event["timestamp"], cohorts: [cohort as never] }
  const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
  return (yield* engine.run(plan, { timeout: Duration.minutes(5) })).rows
})

const clickHouseRows = Effect.fnUntraced(function*(sql: string) {
  return (yield* (yield* ClickHouse).query({ sql })).rows
})

const compareClickHouse = Effect.fnUntraced(function*({ clickHouse, name, ours }: SqlShape) {
  requireSame(name, yield* ourRows(ours), yield* clickHouseRows(clickHouse))
  const works: ReadonlyArray<Effect.Effect<unknown, unknown, ClickHouse | QueryEngine>> = [
    ourRows(ours),
    clickHouseRows(clickHouse)
  ]
  const [own = 0, baseline = 0] = yield* cpuInTurns(rounds, works)
  const comparison: Comparison = { name: `SQL forms on ClickHouse: ${name}`, unit: "query", ours: own, baseline }
  return comparison
})

const onClickHouse = (count: number): Promise<ReadonlyArray<Comparison>> =>
  onEmbedded(Effect.gen(function*() {
    yield* load(count)
    const rows = Array.from({ length: members }, (_, person) => `(1, 1, '${personId(person)}')`)
    const clickhouse = yield* ClickHouse
    yield* clickhouse.command({
      sql: `INSERT INTO cohort_members (project_id, cohort_id, person_id) VALUES ${rows.join(", ")}`
    })
    return yield* Effect.forEach(sqlShapes, compareClickHouse)
  }))

const isoOf = (micros: number): string =>
  `${new Date(micros / 1000).toISOString().slice(0, 23)}${String(micros % 1000).padStart(3, "0")}Z`

const recordOf = (event: Event) => ({
  ...event,
  timestamp: isoOf(event.timestamp),
  sent_at: isoOf(event.timestamp),
  received_at: isoOf(event.received_at),
  inserted_at: isoOf(event.inserted_at),
  person_created_at: null,
  derived: JSON.parse(event.derived) as unknown,
  person_properties: JSON.parse(event.person_properties) as unknown
})

const makeCohort = async (server: HedgerowServer): Promise<void> => {
  const made = await fetch(`${server.url}/api/projects/1/cohorts/`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: cohort.name, is_static: true })
  })
  const { id } = await made.json() as { readonly id: number }
  if (id !== cohort.id) throw new Error(`the cohort has the id ${id}`)
}

const fillPostgres = async (client: Client, count: number): Promise<void> => {
  for (const month of [3, 4, 5, 6]) await client.query("SELECT ensure_events_partition(2026, $1)", [month])
  const set = { project: projectOne.id, count, persons: Math.ceil(count / 25) }
  for (const batch of generatedBatches(set, 5_000)) {
    await client.query("INSERT INTO events SELECT * FROM jsonb_populate_recordset(NULL::events, $1)", [
      JSON.stringify(batch.map(recordOf))
    ])
  }
  await client.query(
    "INSERT INTO cohort_members (project_id, cohort_id, person_id) SELECT 1, 1, unnest($1::uuid[])",
    [Array.from({ length: members }, (_, person) => personId(person))]
  )
  await client.query("ANALYZE")
}

const askServer = (server: HedgerowServer, sql: string) => ({
  url: `${server.url}/api/projects/1/query/`,
  method: "POST" as const,
  headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
  body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: sql }, refresh: "force_blocking" })
})

interface PostgresForm {
  readonly comparison: Comparison
  /** The server's CPU time for a query, in microseconds. */
  readonly server: number
}

/** Each side's CPU in PostgreSQL alone, in turns; our queries come over HTTP, and what the server takes is counted apart. */
const comparePostgres = async (server: HedgerowServer, client: Client, shape: SqlShape): Promise<PostgresForm> => {
  const asked = askServer(server, shape.ours)
  const response = await fetch(asked.url, asked)
  const { results = [], ...rest } = await response.json() as { readonly results?: Rows }
  const { rows } = await client.query({ text: shape.postgres, rowMode: "array" })
  if (results.length === 0) throw new Error(`${shape.name}: ${JSON.stringify(rest)}`)
  requireSame(shape.name, results, rows as Rows)
  const now = () => [treeCpuMillis(server.postgres.pid), processCpuMillis(server.pid)] as const
  const totals = { baseline: 0, ours: 0, server: 0 }
  for (let round = 0; round < rounds; round++) {
    const first = now()
    await client.query(shape.postgres)
    const between = now()
    await sendMany(1, 1, () => asked)
    const last = now()
    totals.baseline += between[0] - first[0]
    totals.ours += last[0] - between[0]
    totals.server += last[1] - between[1]
  }
  const microsPer = (millis: number): number => millis * 1000 / rounds
  const comparison: Comparison = {
    name: `SQL forms on PostgreSQL: ${shape.name}`,
    unit: "query",
    ours: microsPer(totals.ours),
    baseline: microsPer(totals.baseline)
  }
  return { comparison, server: microsPer(totals.server) }
}

/** Eight forms of SQL on that many generated events in PostgreSQL. */
export const benchPostgresForms = async (count: number): Promise<Measured> => {
  const server = await startHedgerow({ ...withoutClickHouse })
  const client = new Client({ ...server.postgres, user: "hedgerow", database: "postgres" })
  try {
    await client.connect()
    await client.query("SET search_path TO hedgerow")
    await makeCohort(server)
    await fillPostgres(client, count)
    const forms: Array<PostgresForm> = []
    for (const shape of sqlShapes) forms.push(await comparePostgres(server, client, shape))
    const most = Math.max(...forms.map((form) => form.server))
    return {
      rows: forms.map(({ comparison }) => comparison),
      notes: [
        `SQL forms on PostgreSQL: ${count} events; the server takes up to ${most} CPU µs of a query over HTTP besides.`
      ]
    }
  } finally {
    await client.end()
    closeLoad()
    await server.stop()
  }
}

/** The same in ClickHouse. */
export const benchClickHouseForms = async (count: number): Promise<Measured> => ({
  rows: await onClickHouse(count),
  notes: [`SQL forms on ClickHouse: ${count} events.`]
})
