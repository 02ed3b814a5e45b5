import { joinedTo } from "@hedgerow/sql/clickhouse/LookupJoins"
import type { Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"

export type Scan = Extract<Source, { readonly _tag: "Scan" }>
type Join = Extract<Source, { readonly _tag: "Join" }>

/** The sources of one SELECT that identify an event's person. */
export interface PersonSources {
  /** Scans of events, by alias, whose rows WHERE may choose before they are joined. */
  readonly events: Map<string, Scan>
  /** Joins whose right side is a scan, by its alias. */
  readonly joins: Map<string, Join>
}

const collect = (source: Source, isKept: boolean, into: PersonSources): void => {
  if (source._tag === "Scan" && source.table === "events" && isKept) into.events.set(source.alias, source)
  if (source._tag === "ArrayJoin") return collect(source.source, isKept, into)
  if (source._tag !== "Join") return
  const { kind, left, right } = source
  if (right._tag === "Scan") into.joins.set(right.alias, source)
  collect(left, isKept && kind !== "full", into)
  collect(right, isKept && (kind === "inner" || kind === "cross"), into)
}

export const personSources = ({ from }: SelectPlan): PersonSources => {
  const into: PersonSources = { events: new Map(), joins: new Map() }
  if (from !== undefined) collect(from, true, into)
  return into
}

/** The person of the events of a scan. */
export interface EventPerson {
  readonly events: Scan
  /** The alias of the merges that are counted; undefined: the person as recorded. */
  readonly merges: string | undefined
  /** Whether the expression is that person, and not only equal to it in the rows that the query keeps. */
  readonly isItself: boolean
}

const isColumn = (expr: Expr | undefined, source: string, name: string): boolean =>
  expr?._tag === "Column" && expr.source === source && expr.name === name

const isScanOf = (join: Join, table: Scan["table"]): boolean => join.right._tag === "Scan" && join.right.table === table

/** `coalesce(merged.person_id, events.person_id)`: merges counted, as the resolver writes it. */
const mergedPerson = ({ events, joins }: PersonSources, args: ReadonlyArray<Expr>): EventPerson | undefined => {
  const [merged, recorded] = args
  if (merged?._tag !== "Column" || recorded?._tag !== "Column" || args.length !== 2) return undefined
  const scan = events.get(recorded.source)
  const join = joins.get(merged.source)
  if (scan === undefined || join?.kind !== "left" || !isScanOf(join, "person_overrides")) return undefined
  const old = joinedTo(join, merged.source, "old_person_id")
  const isSuch = merged.name === "person_id" && recorded.name === "person_id"
    && isColumn(old, recorded.source, "person_id")
  return isSuch ? { events: scan, merges: merged.source, isItself: true } : undefined
}

/**
 * The persons of these events, where the expression identifies them: the recorded person, the merged one, or the one
 * joined to it.
 */
export const eventPerson = (expr: Expr, sources: PersonSources): EventPerson | undefined => {
  if (expr._tag === "Call" && expr.fn === "coalesce") return mergedPerson(sources, expr.args)
  if (expr._tag !== "Column") return undefined
  const scan = sources.events.get(expr.source)
  if (scan !== undefined && expr.name === "person_id") return { events: scan, merges: undefined, isItself: true }
  const join = sources.joins.get(expr.source)
  if (join === undefined || expr.name !== "id" || !isScanOf(join, "persons")) return undefined
  const key = joinedTo(join, expr.source, "id")
  const found = key === undefined ? undefined : eventPerson(key, sources)
  return found === undefined ? undefined : { ...found, isItself: false }
}
