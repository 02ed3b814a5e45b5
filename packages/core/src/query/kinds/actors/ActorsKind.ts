import { Effect } from "effect"
import { sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../../shared/JsonRecord.ts"
import { isJsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind, QueryRun } from "../../QueryKind.ts"
import { runList } from "../../structured/ListPage.ts"
import { runStatement, type StatementRun } from "../../structured/RunStatement.ts"
import { answeringList, type FoundList } from "../../structured/SelectList.ts"
import { actorsIn, shownRow, typesOf } from "./ActorColumns.ts"
import { aboutEvents } from "./ActorRows.ts"
import { ActorsAnswer } from "./ActorsAnswer.ts"
import { ActorsNode } from "./ActorsNode.ts"
import { type ReadActors, readActors } from "./ActorsStatement.ts"
import { readSource } from "./ReadSource.ts"

/** The rows of a query of actors. */
interface Found extends FoundList {
  readonly missing_actors_count: number
}

const read = decodeNode(ActorsNode)

const decode = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const node = yield* read(sent, path)
  for (const name of ["properties", "fixedProperties"] as const) {
    const wrong = aboutEvents(node[name])
    if (wrong !== undefined) {
      const message = `Persons and groups have no conditions of the type '${wrong.type ?? ""}'.`
      return yield* InvalidInput.at([...path, name], "invalid_value", message)
    }
  }
  const { source } = sent
  const actors: ReadActors = {
    ...node,
    from: isJsonRecord(source) ? yield* readSource(source, [...path, "source"], asked) : undefined
  }
  return actors
})

/** At most this many distinct ids of a person are shown. */
const shownIds = 10
/** At most this many persons are looked up at once. */
const atOnce = 1_000

const distinctIdsOf = Effect.fnUntraced(function*(ids: ReadonlyArray<string>, run: StatementRun) {
  const found = new Map<string, ReadonlyArray<string>>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const { rows } = yield* runStatement(
      sql`SELECT toString(person_id) AS person, arraySlice(arraySort(groupArray(distinct_id)), 1, ${shownIds})
        FROM person_distinct_ids WHERE person_id IN ${ids.slice(at, at + atOnce)}
        GROUP BY person`,
      run
    )
    for (const [person, named] of rows) {
      if (typeof person === "string" && Array.isArray(named)) found.set(person, named.map(String))
    }
  }
  return found
})

const run = Effect.fnUntraced(function*(node: ReadActors, asked: QueryRun) {
  const list = yield* readActors(node, asked)
  const page = yield* runList(list, asked, node.modifiers)
  const { ids, missing } = actorsIn(list.columns, page)
  const group = node.from?.group
  const distinctIds = group === undefined ? yield* distinctIdsOf(ids, asked) : new Map<string, ReadonlyArray<string>>()
  const found: Found = {
    columns: list.texts,
    types: typesOf(list.columns, page),
    results: page.rows.map((row) => shownRow(list.columns, row, { group, page, distinctIds })),
    hasMore: page.next !== undefined,
    limit: page.limit,
    offset: node.offset ?? 0,
    missing_actors_count: missing,
    ran: page.ran
  }
  return found
})

/** Persons or groups: all persons, or those behind the result of an insight. */
export const actorsQuery: QueryKind<ReadActors, Found> = {
  kind: "ActorsQuery",
  ...plainKind,
  node: ActorsNode,
  answer: ActorsAnswer,
  freshness: ({ from }) => from?.freshness ?? { interval: "none", until: undefined },
  decode,
  significant: ({ fixedProperties, from, limit, offset, orderBy, properties, search, select }) => ({
    fixedProperties,
    limit,
    offset,
    orderBy,
    properties,
    search,
    select,
    source: from?.significant
  }),
  run,
  ...answeringList({ missing_actors_count: null })
}
