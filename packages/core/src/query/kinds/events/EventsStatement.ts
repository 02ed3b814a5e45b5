import type { AstExpr } from "@hedgerow/sql/ast/Ast"
import { Effect } from "effect"
import type { KnownAction } from "../../../actions/KnownActions.ts"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Moment } from "../../../filters/Operator.ts"
import { namedTime } from "../../../filters/RelativeDate.ts"
import { allOf, always, instant, named, readExpression, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { parseUuid } from "../../../shared/Uuid.ts"
import type { QueryRun } from "../../QueryKind.ts"
import { actionCondition } from "../../structured/ActionsNode.ts"
import { filterCondition } from "../../structured/FilterCondition.ts"
import { momentOf } from "../../structured/Moments.ts"
import type { StatementRun } from "../../structured/RunStatement.ts"
import {
  isCount,
  isGrouped,
  listedOf,
  type ListedOrder,
  type ListQuery,
  plainly,
  readListed,
  readOrder
} from "../../structured/SelectList.ts"
import { testAccountCondition } from "../../structured/TestAccounts.ts"
import { type ReadSource, wholeActorsSql } from "../actors/ReadSource.ts"
import { type EventColumn, specialColumn } from "./EventColumns.ts"
import { type EventsQueryNode, placeOf } from "./EventsQueryNode.ts"

/** A node, and the action that it names. */
export interface EventsNode extends EventsQueryNode {
  readonly action?: KnownAction | undefined
  /** The actors whose events are listed; undefined: all events. */
  readonly from?: ReadSource | undefined
}

const second = 1_000_000
const day = 86_400 * second

type Side = "after" | "before"

/** Events strictly on one side of a place, which is a time, or an event among those of its time. */
const beyond = (side: Side, text: string, moment: Moment): Sql => {
  const { time: named, uuid } = placeOf(text)
  const time = namedTime(named, moment.now, moment)?.time
  if (time === undefined) return always
  const at = instant(time)
  const strictly = side === "after" ? sql`timestamp > ${at}` : sql`timestamp < ${at}`
  if (uuid === undefined) return strictly
  return side === "after"
    ? sql`timestamp >= ${at} AND (timestamp > ${at} OR uuid > toUUID(${uuid}))`
    : sql`timestamp <= ${at} AND (timestamp < ${at} OR uuid < toUUID(${uuid}))`
}

const given = (text: string | null | undefined): string | undefined => text === "" ? undefined : text ?? undefined

/** By default the last day, and the next five seconds: clocks of clients are a little ahead. */
const inTime = (node: EventsNode, { overrides }: Pick<QueryRun, "overrides">, moment: Moment): ReadonlyArray<Sql> => {
  const { date_from, date_to } = overrides.filtersOverride ?? {}
  const before = given(date_to) ?? given(node.before)
  const after = given(date_from) ?? given(node.after)
  return [
    before === undefined || before === "all"
      ? sql`timestamp < ${instant(moment.now + 5 * second as EventTime)}`
      : beyond("before", before, moment),
    after === "all"
      ? always
      : after === undefined
      ? sql`timestamp > ${instant(moment.now - day as EventTime)}`
      : beyond("after", after, moment)
  ]
}

const ofEvents = ({ event, events }: EventsNode): Sql =>
  allOf([
    event === undefined || event === null || event === "" ? always : sql`event = ${event}`,
    events === undefined || events === null || events.length === 0 ? always : sql`event IN ${events}`
  ])

const ofPerson = ({ personId }: EventsNode): Sql => {
  const text = given(personId)
  if (text === undefined) return always
  const id = parseUuid(text)
  return id === undefined ? sql`false` : sql`person_id = toUUID(${id})`
}

/** Events of the persons or groups of a source. */
const ofActors = (actors: Sql | undefined, { from }: EventsNode): Sql => {
  if (actors === undefined) return always
  const actor = from?.group === undefined ? named("person_id") : named(`$group_${from.group}`)
  return sql`${actor} IN (SELECT actor_id FROM (${actors}))`
}

const actionOf = ({ action, actionSteps }: EventsNode, moment: Moment): Sql =>
  allOf([
    action === undefined ? always : actionCondition(action, moment),
    actionSteps === undefined || actionSteps === null ? always : actionCondition({ steps: actionSteps }, moment)
  ])

/** Holds on the events that the node means, but for its `where`. */
const conditionOf = (node: EventsNode, run: Pick<QueryRun, "now" | "overrides" | "project">): Sql => {
  const { overrides, project } = run
  const moment = momentOf(run, node.modifiers)
  return allOf([
    ...inTime(node, run, moment),
    ofEvents(node),
    actionOf(node, moment),
    ofPerson(node),
    filterCondition(node.properties, moment),
    filterCondition(node.fixedProperties, moment),
    filterCondition(overrides.filtersOverride?.properties, moment),
    node.filterTestAccounts === true ? testAccountCondition(project, moment) : always
  ])
}

const isField = (tree: AstExpr, name: string): boolean =>
  tree._tag === "Field" && tree.path.length === 1 && tree.path[0] === name

const timestamp = plainly({ _tag: "Field", path: ["timestamp"], start: 0, end: 0 })
const uuid = plainly({ _tag: "Field", path: ["uuid"], start: 0, end: 0 })

/** Counts first, then other aggregates, then time, else the first column. */
const defaultOrder = (columns: ReadonlyArray<EventColumn>): ListedOrder => {
  const cells = columns.flatMap((column) => column.cells)
  const aggregate = cells.find(isCount) ?? cells.find(({ isAggregate }) => isAggregate)
  if (aggregate !== undefined) return { ...aggregate, isDescending: true }
  const [first = timestamp] = cells
  const hasTime = cells.some(({ tree }) => isField(tree, "timestamp"))
  return hasTime ? { ...timestamp, isDescending: true } : { ...first, isDescending: false }
}

const events = sql`events`

const readColumn = Effect.fnUntraced(function*(text: string, run: StatementRun) {
  const tree = yield* Effect.fromResult(readExpression(text))
  const column: EventColumn = specialColumn(tree) ??
    { _tag: "Expression", cells: [yield* listedOf(tree, text, events, run)] }
  return column
})

/**
 * The list that a node requests: its columns, and whether it is a timeline, whose last event is a place to go on from.
 */
export interface EventsList extends ListQuery {
  readonly columns: ReadonlyArray<EventColumn>
  readonly texts: ReadonlyArray<string>
  readonly isTimeline: boolean
}

/** Makes the order total, the latest events first, so that pages neither repeat nor leave out an equal row. */
const totalOrder = (
  order: ReadonlyArray<ListedOrder>,
  { hasGroups, isTimeline, select }: { readonly hasGroups: boolean } & Pick<EventsList, "isTimeline" | "select">
): ReadonlyArray<ListedOrder> => {
  if (hasGroups) {
    const keys = select.filter(({ isAggregate }) => !isAggregate)
    return [...order, ...keys.map(({ expr }) => ({ expr, isDescending: false }))]
  }
  return isTimeline
    ? [...order, { ...uuid, isDescending: order[0]?.isDescending === true }]
    : [...order, { ...timestamp, isDescending: true }, { ...uuid, isDescending: true }]
}

/** Reads what a node asks for. */
export const readEvents = Effect.fnUntraced(function*(node: EventsNode, run: QueryRun) {
  const asked: StatementRun = { ...run, modifiers: node.modifiers }
  const { from } = node
  const actors = from === undefined ? undefined : yield* wholeActorsSql(yield* from.actors(run), from.group)
  const texts = node.select.length === 0 ? ["*"] : node.select
  const columns = yield* Effect.forEach(texts, (text) => readColumn(text, asked))
  const where = yield* Effect.forEach(node.where ?? [], (text) => readListed(text, events, asked))
  const sent = (yield* Effect.forEach(node.orderBy ?? [], readOrder)).flat()
  const order = sent.length === 0
    ? [defaultOrder(columns)]
    : sent.map(({ expr, isDescending, nulls, tree }) => ({
      expr: specialColumn(tree)?.cells[0]?.expr ?? expr,
      isDescending,
      nulls
    }))
  const select = columns.flatMap(({ cells }) => cells)
  const hasGroups = isGrouped({ select, where })
  const isTimeline = !hasGroups && order.length === 1 && (
    sent[0] === undefined ? order[0]?.expr === timestamp.expr : isField(sent[0].tree, "timestamp")
  )
  const list: EventsList = {
    texts,
    columns,
    isTimeline,
    select: isTimeline ? [...select, timestamp, uuid] : select,
    from: events,
    condition: allOf([conditionOf(node, run), ofActors(actors, node)]),
    where,
    order: totalOrder(order, { hasGroups, isTimeline, select }),
    limit: node.limit ?? undefined,
    offset: node.offset ?? 0
  }
  return list
})
