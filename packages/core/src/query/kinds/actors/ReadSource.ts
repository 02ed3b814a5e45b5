import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { printStatement } from "@hedgerow/sql/print/Printer"
import { Effect, Struct } from "effect"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { bare, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import type { Freshness } from "../../execution/Staleness.ts"
import type { QueryError, QueryRun } from "../../QueryKind.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { planStatement } from "../../structured/RunStatement.ts"
import { actionIds } from "../../structured/SeriesNode.ts"
import { sqlKindNames, SqlNode } from "../sql/SqlNode.ts"
import { fillNode } from "../sql/SqlPlaceholders.ts"
import type { FoundOptions } from "./ActorOptions.ts"
import { SelectionNode } from "./ActorsNode.ts"
import type { Actors } from "./ActorSource.ts"
import { actorSources } from "./ActorSources.ts"

/** A source of actors, read and checked. */
export interface ReadSource {
  readonly group: GroupTypeIndex | undefined
  readonly significant: unknown
  readonly freshness: Freshness
  readonly actors: (run: QueryRun) => Effect.Effect<Actors, QueryError>
  /** The values that another selection could name. */
  readonly options: (run: QueryRun) => Effect.Effect<FoundOptions, QueryError>
}

const readSelection = decodeNode(SelectionNode)
const readSql = decodeNode(SqlNode)

/** At most this many actors can be listed by their ids in one statement. */
export const mostListed = 10_000

/** A SELECT of `actor_id`, and perhaps of `event_count`. */
export const actorsSql = (actors: Actors, group: GroupTypeIndex | undefined): Sql => {
  if (actors._tag === "Statement") return actors.statement
  const { counts, ids } = actors
  if (ids.length === 0) {
    const column = group === undefined ? sql`person_id` : named(`$group_${group}`)
    return sql`SELECT ${column} AS actor_id${
      counts === undefined ? sql`` : sql`, 0 AS event_count`
    } FROM events WHERE false`
  }
  const actor = (id: Sql) => group === undefined ? sql`toUUID(${id})` : id
  return counts === undefined
    ? sql`SELECT ${actor(sql`arrayJoin(${ids})`)} AS actor_id`
    : sql`SELECT ${actor(sql`counted.1`)} AS actor_id, toInt(counted.2) AS event_count
      FROM (SELECT arrayJoin(arrayZip(${ids}, ${counts.map(String)})) AS counted)`
}

/** The same; a list that is too long for a statement is refused. */
export const wholeActorsSql = (actors: Actors, group: GroupTypeIndex | undefined) =>
  actors._tag === "Listed" && actors.ids.length > mostListed
    ? Effect.fail(
      InvalidInput.at(
        ["query", "source"],
        "max_length",
        `More than ${mostListed} actors are behind this result: they can be listed page by page, without conditions, `
          + "a search, an order or aggregates."
      )
    )
    : Effect.succeed(actorsSql(actors, group))

/** Reads the part of an insight's result whose actors are meant. */
export const readInsightSource = Effect.fnUntraced(
  function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
    const { source, ...selection } = yield* readSelection(sent, path)
    const kind = source["kind"]
    const found = actorSources.find((one) => one.kind === kind)
    if (found === undefined || !isJsonRecord(source)) {
      const message = typeof kind === "string" ? `There are no actors behind ${kind}.` : "This field is required."
      return yield* InvalidInput.at([...path, "source", "kind"], "invalid_choice", message)
    }
    const prepared = yield* found.prepare(source, [...path, "source"], asked)
    const part = Struct.omit(selection, ["modifiers", "name", "response", "tags", "version", "includeRecordings"])
    const entity = part.funnelCorrelationPersonEntity
    const actions = yield* namedActions(actionIds(entity === undefined || entity === null ? [] : [entity]), asked)
    const read: ReadSource = {
      group: prepared.group,
      significant: { ...part, actions: [...actions.values()], source: prepared.significant },
      freshness: prepared.freshness,
      actors: (run) => prepared.actors({ ...part, path }, run),
      options: prepared.options
    }
    return read
  }
)

/** The columns of a statement that can name actors, the first that it has. */
const idColumns = ["actor_id", "person_id", "id"]

const sqlSource = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const node = yield* readSql(sent, path)
  const read: ReadSource = {
    group: undefined,
    significant: { query: node.query, values: node.values, filters: node.filters, variables: node.variables },
    freshness: { interval: "none", until: undefined },
    actors: Effect.fnUntraced(function*(run) {
      const parsed = yield* Effect.fromResult(parseStatement(node.query.toWellFormed()))
      const statement = bare(printStatement(yield* Effect.fromResult(fillNode(parsed, node, asked))))
      const { columns } = yield* planStatement(statement, { ...run, modifiers: node.modifiers })
      const id = idColumns.flatMap((name) => columns.find((column) => column.name === name) ?? [])[0]
      if (id === undefined) {
        const message = "The query must select the ids of persons as actor_id, person_id or id."
        return yield* InvalidInput.at([...path, "query"], "invalid_value", message)
      }
      const counted = columns.some(({ name }) => name === "event_count")
        ? sql`, max(event_count) AS event_count`
        : sql``
      const value = id.type.kind === "UUID" ? named(id.name) : sql`toUUID(toString(${named(id.name)}))`
      const actors: Actors = {
        _tag: "Statement",
        statement: sql`SELECT ${value} AS actor_id${counted} FROM (${statement}) GROUP BY actor_id`
      }
      return actors
    }),
    options: () => Effect.succeed({ options: {} })
  }
  return read
})

/** Reads where actors come from: the result of an insight, or a statement. */
export const readSource = (sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) =>
  sqlKindNames.some((name) => name === sent["kind"])
    ? sqlSource(sent, path, asked)
    : readInsightSource(sent, path, asked)
