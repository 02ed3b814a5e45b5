import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect, Struct } from "effect"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { isJsonRecord, type JsonRecord } from "../../../shared/JsonRecord.ts"
import type { Asked } from "../../Asked.ts"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind, QueryRun, RowStream } from "../../QueryKind.ts"
import { namedActions } from "../../structured/ActionsNode.ts"
import { type ListPage, runList } from "../../structured/ListPage.ts"
import { planStatement } from "../../structured/RunStatement.ts"
import { answeringList, type FoundList, listStatement } from "../../structured/SelectList.ts"
import { readSource } from "../actors/ReadSource.ts"
import { idsOfPersons, shownRow, streamedCells, typesOf } from "./EventColumns.ts"
import { EventsAnswer } from "./EventsAnswer.ts"
import { EventsQueryNode } from "./EventsQueryNode.ts"
import { type EventsList, type EventsNode, readEvents } from "./EventsStatement.ts"
import { personsOf } from "./PersonLookup.ts"

/** The rows of an events query. */
interface Found extends FoundList {
  readonly nextCursor: string | null
}

const read = decodeNode(EventsQueryNode)

const decode = Effect.fnUntraced(function*(sent: JsonRecord, path: ReadonlyArray<string>, asked: Asked) {
  const node = yield* read(sent, path)
  const { actionId } = node
  const { source } = sent
  const from = isJsonRecord(source) ? yield* readSource(source, [...path, "source"], asked) : undefined
  if (actionId === undefined || actionId === null) return { ...node, from } satisfies EventsNode
  const action = (yield* namedActions([actionId], asked)).get(actionId)
  if (action === undefined) {
    return yield* InvalidInput.at([...path, "actionId"], "does_not_exist", "Action does not exist")
  }
  const found: EventsNode = { ...node, action, from }
  return found
})

/** The place after the last row of a page: its time, with its event where the next one has the same time. */
const placeAfter = ({ isTimeline, select }: EventsList, { next, rows }: ListPage): string | null => {
  const at = select.length - 2
  const last = rows.at(-1)
  if (!isTimeline || last === undefined || next === undefined) return null
  const time = toIso(Number(last[at]))
  return next[at] === last[at] ? `${time}/${String(last[at + 1])}` : time
}

const run = Effect.fnUntraced(function*(node: EventsNode, asked: QueryRun) {
  const list = yield* readEvents(node, asked)
  const page = yield* runList(list, asked, node.modifiers)
  const persons = yield* personsOf(idsOfPersons(list.columns, page), { ...asked, modifiers: node.modifiers })
  const showing = { project: asked.project.id, page, persons }
  const found: Found = {
    columns: list.texts,
    types: typesOf(list.columns, page),
    results: page.rows.map((row) => shownRow(list.columns, row, showing)),
    hasMore: page.next !== undefined,
    limit: page.limit,
    offset: list.offset,
    nextCursor: placeAfter(list, page),
    ran: page.ran
  }
  return found
})

/** All events, or those up to a limit that was sent; a whole event or person is one column for each of its fields. */
const stream = Effect.fnUntraced(function*(node: EventsNode, asked: QueryRun) {
  const list = yield* readEvents(node, asked)
  const select = list.columns.flatMap(streamedCells)
  const { columns, plan, warnings } = yield* planStatement(listStatement({ ...list, select }), {
    ...asked,
    modifiers: node.modifiers
  })
  const rows: RowStream = { columns, warnings, pieces: asked.engine.stream(plan, { timeout: asked.limits.timeout }) }
  return rows
})

/** Events one by one, or groups of them. */
export const eventsQuery: QueryKind<EventsNode, Found> = {
  kind: "EventsQuery",
  ...plainKind,
  node: EventsQueryNode,
  answer: EventsAnswer,
  freshness: () => ({ interval: "none", until: undefined }),
  decode,
  significant: ({ from, ...node }) => ({
    ...Struct.omit(node, ["kind", "modifiers", "name", "response", "tags", "version"]),
    source: from?.significant
  }),
  run,
  stream,
  ...answeringList({ nextCursor: null })
}
