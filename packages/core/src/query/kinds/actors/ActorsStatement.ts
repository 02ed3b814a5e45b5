import { Effect } from "effect"
import type { GroupTypeIndex } from "../../../events/GroupTypeIndex.ts"
import { allOf, always, readExpression, type Sql, sql } from "../../../filters/SqlFragment.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import { momentOf } from "../../structured/Moments.ts"
import type { StatementRun } from "../../structured/RunStatement.ts"
import {
  isCount,
  isGrouped,
  type Listed,
  listedOf,
  type ListedOrder,
  type ListQuery,
  readOrder
} from "../../structured/SelectList.ts"
import { type ActorColumn, specialColumn } from "./ActorColumns.ts"
import { actorRows } from "./ActorRows.ts"
import type { ActorsNode } from "./ActorsNode.ts"
import type { Actors } from "./ActorSource.ts"
import { actorsSql, mostListed, type ReadSource, wholeActorsSql } from "./ReadSource.ts"

/** A node, and where its actors come from. */
export interface ReadActors extends ActorsNode {
  readonly from: ReadSource | undefined
}

/** The list that a node requests, and its columns. */
export interface ActorsList extends ListQuery {
  readonly columns: ReadonlyArray<ActorColumn>
  readonly texts: ReadonlyArray<string>
}

/** The rows of actors: all persons, or those of a source, which may have no record any more. */
const tableOf = (group: GroupTypeIndex | undefined, source: Sql | undefined): Sql => {
  if (source === undefined) return sql`persons`
  return group === undefined
    ? sql`(${source}) AS source LEFT JOIN persons ON persons.id = source.actor_id`
    : sql`(${source}) AS source LEFT JOIN (SELECT key, created_at, properties FROM groups WHERE index = ${group}) AS groups
      ON groups.key = source.actor_id`
}

const searched = (search: string | null | undefined, group: GroupTypeIndex | undefined): Sql => {
  const text = search?.trim() ?? ""
  if (text === "") return always
  const part = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`
  if (group !== undefined) {
    return sql`(toString(groups.properties.name) ILIKE ${part} OR source.actor_id ILIKE ${part})`
  }
  return sql`(toString(persons.properties.email) ILIKE ${part} OR toString(persons.properties.name) ILIKE ${part}
    OR toString(persons.id) = ${text.toLowerCase()}
    OR persons.id IN (SELECT person_id FROM person_distinct_ids WHERE distinct_id ILIKE ${part}))`
}

const defaultOrder = (
  columns: ReadonlyArray<ActorColumn>,
  group: GroupTypeIndex | undefined
): ListedOrder | undefined => {
  const cells = columns.filter(({ _tag }) => _tag === "Expression").flatMap((column) => column.cells)
  const named = (name: string) => cells.find(({ tree }) => tree._tag === "Field" && tree.path.join(".") === name)
  const aggregate = cells.find(isCount) ?? cells.find(({ isAggregate }) => isAggregate)
  const found = aggregate ?? named("event_count") ?? (group === undefined ? named("created_at") : undefined)
  return found === undefined ? undefined : { expr: found.expr, isDescending: true }
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

/** The actors of a source. Of a long list in its own order only the page is looked at. */
const pageOf = Effect.fnUntraced(function*(node: ReadActors, actors: Actors, { limits }: QueryRun) {
  const group = node.from?.group
  const isPlain = [node.search, node.properties, node.fixedProperties, node.orderBy].every(isEmpty)
    && (node.select ?? []).every((text) => !text.includes("("))
  if (actors._tag === "Statement" || actors.ids.length <= mostListed || !isPlain) {
    return { source: yield* wholeActorsSql(actors, group), isCut: false }
  }
  const [from, count] = [node.offset ?? 0, Math.min(node.limit ?? limits.defaultRows, limits.maxRows)]
  const cut = <A>(all: ReadonlyArray<A>) => all.slice(from, from + count + 1)
  const { counts, ids } = actors
  const page: Actors = {
    _tag: "Listed",
    ids: cut(ids),
    ...counts === undefined ? {} : { counts: cut(counts) }
  }
  return { source: actorsSql(page, group), isCut: true }
})

/** Reads what a node asks for. */
export const readActors = Effect.fnUntraced(function*(node: ReadActors, run: QueryRun) {
  const asked: StatementRun = { ...run, modifiers: node.modifiers }
  const moment = momentOf(run, node.modifiers)
  const group = node.from?.group
  const page = node.from === undefined ? undefined : yield* pageOf(node, yield* node.from.actors(run), run)
  const source = page?.source
  const from = tableOf(group, source)
  const hasSource = source !== undefined
  const usual = group === undefined ? ["person", "id", "created_at", "person.$delete"] : ["group"]
  const texts = (node.select ?? []).length === 0 ? usual : node.select ?? []

  const columnOf = Effect.fnUntraced(function*(text: string) {
    const tree = yield* Effect.fromResult(readExpression(text))
    const column: ActorColumn = specialColumn(tree, group, hasSource) ??
      { _tag: "Expression", cells: [yield* listedOf(tree, text, from, asked)] }
    return column
  })

  const columns = yield* Effect.forEach(texts, columnOf)
  const select = columns.flatMap(({ cells }): ReadonlyArray<Listed> => cells)
  const sent = (yield* Effect.forEach(node.orderBy ?? [], readOrder)).flat()
  const own = sent.map(({ expr, isDescending, nulls, tree }) => {
    const column = specialColumn(tree, group, hasSource)
    return { expr: column?.order ?? column?.cells[0]?.expr ?? expr, isDescending, nulls }
  })
  const first = defaultOrder(columns, group)
  const order = own.length > 0 ? own : first === undefined ? [] : [first]
  const id = { expr: hasSource ? sql`source.actor_id` : sql`persons.id`, isDescending: false }
  const keys = select.filter(({ isAggregate }) => !isAggregate).map(({ expr }) => ({ expr, isDescending: false }))
  const rows = actorRows(group)
  const list: ActorsList = {
    texts,
    columns,
    select,
    from,
    condition: allOf([
      filterCondition(node.properties, moment, rows),
      filterCondition(node.fixedProperties, moment, rows),
      searched(node.search, group)
    ]),
    where: [],
    order: [...order, ...isGrouped({ select, where: [] }) ? keys : [id]],
    limit: node.limit ?? undefined,
    offset: page?.isCut === true ? 0 : node.offset ?? 0
  }
  return list
})
