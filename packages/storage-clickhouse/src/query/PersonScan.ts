import { conjuncts } from "@hedgerow/sql/clickhouse/Conjuncts"
import type { FunctionName } from "@hedgerow/sql/functions/Functions"
import { type ExprKeys, makeExprKeys } from "@hedgerow/sql/plan/ExprKeys"
import { type Expr, type QueryPlan, type SelectPlan, selectPlan } from "@hedgerow/sql/plan/Plan"
import { mapSelects } from "@hedgerow/sql/plan/PlanMap"
import { visitPlan } from "@hedgerow/sql/plan/PlanWalk"
import type { Cell } from "@hedgerow/sql/types/Cell"
import { scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import { boundIds } from "./BoundIds.ts"
import { type EventPerson, eventPerson, type PersonSources, personSources, type Scan } from "./EventPersons.ts"
import { withoutUnread } from "./UnreadJoins.ts"

/** A plan that asks for the same rows, and the scans of events in it that are bound to a few persons. */
export interface Timelines {
  readonly plan: QueryPlan
  /**
   * By alias of a scan whose rows lie together where events are ordered by person: the conditions that bind it, of the
   * scan alone.
   */
  readonly bound: ReadonlyMap<string, Expr>
}

/** Of more persons than this the rows lie in too many places: they are found in the order of all events. */
const mostIds = 100

/** A condition over the recorded person names the ids thrice. */
const mostNamed = 10_000

const test = scalar("UInt8")
const uuid = scalar("UUID")

const call = (fn: FunctionName, args: ReadonlyArray<Expr>): Expr => ({
  _tag: "Call",
  fn,
  args,
  type: scalar("UInt8", args.some(({ type }) => type.nullable))
})

const column = (source: string, name: string, type: SqlType): Expr => ({ _tag: "Column", source, name, type })

const inList = (value: Expr, items: ReadonlyArray<Cell>): Expr => ({
  _tag: "InList",
  value,
  items,
  negated: false,
  type: test
})

/** Persons that were merged away: those whose `column` is one of the ids. */
const mergedAway = ({ alias, tenant }: Scan, name: string, ids: ReadonlyArray<Cell>): SelectPlan => {
  const source = `${alias} merged by ${name}`
  return selectPlan([{ name: "id", expr: column(source, "old_person_id", uuid) }], {
    from: { _tag: "Scan", table: "person_overrides", tenant, alias: source },
    where: inList(column(source, name, uuid), ids)
  })
}

/**
 * The events of these persons, as a condition on the recorded person: it was merged into one of them, or it is one of
 * them and was not merged away itself.
 */
const recordedAs = ({ events, merges }: EventPerson, ids: ReadonlyArray<Cell>): Expr => {
  const recorded = column(events.alias, "person_id", uuid)
  if (merges === undefined) return inList(recorded, ids)
  const among = (plan: SelectPlan, negated: boolean): Expr => ({
    _tag: "InSubquery",
    value: recorded,
    plan,
    negated,
    type: test
  })
  return call("or", [
    among(mergedAway(events, "person_id", ids), false),
    call("and", [inList(recorded, ids), among(mergedAway(events, "old_person_id", ids), true)])
  ])
}

/** A part of WHERE as conditions that hold for the same rows. */
interface Part {
  readonly conditions: ReadonlyArray<Expr>
  /** The scan that it binds, and the condition that does. */
  readonly binds: { readonly alias: string; readonly by: Expr } | undefined
  /** The merges that it read before. */
  readonly replaced: string | undefined
  /** Whether the conditions are other ones than before. */
  readonly isNew: boolean
}

/** Alternatives: an index that skips granules is not used for all forms of IN. */
const anyOf = (text: Expr, values: ReadonlyArray<Cell>): Expr => {
  const each = values.map((value) => call("equals", [text, { _tag: "Literal", value, type: text.type }]))
  return each.length === 1 && each[0] !== undefined ? each[0] : call("or", each)
}

const partOf = (condition: Expr, sources: PersonSources, exprKey: ExprKeys): Part => {
  const same: Part = { conditions: [condition], binds: undefined, replaced: undefined, isNew: false }
  const bound = boundIds(condition, exprKey)
  if (bound === undefined || bound.ids.length > mostNamed) return same
  const { ids, value } = bound
  const areFew = ids.length <= mostIds
  if (areFew && value._tag === "Column" && value.name === "distinct_id" && sources.events.has(value.source)) {
    const by = anyOf(value, ids)
    return { conditions: [by], binds: { alias: value.source, by }, replaced: undefined, isNew: true }
  }
  const person = eventPerson(value, sources)
  if (person === undefined || (!areFew && person.merges === undefined)) return same
  const recorded = recordedAs(person, ids)
  return {
    conditions: person.isItself ? [recorded] : [recorded, condition],
    binds: areFew ? { alias: person.events.alias, by: recorded } : undefined,
    replaced: person.isItself ? person.merges : undefined,
    isNew: true
  }
}

const bindSelect = (plan: SelectPlan, bound: Map<string, Expr>, exprKey: ExprKeys): SelectPlan => {
  if (plan.where === undefined || plan.from === undefined) return plan
  const sources = personSources(plan)
  if (sources.events.size === 0) return plan
  const parts = conjuncts(plan.where).map((condition) => partOf(condition, sources, exprKey))
  if (!parts.some(({ isNew }) => isNew)) return plan
  for (const { binds } of parts) {
    if (binds !== undefined && !bound.has(binds.alias)) bound.set(binds.alias, binds.by)
  }
  const conditions = parts.flatMap((part) => part.conditions)
  return parts.reduce(
    (plan, { replaced }) => replaced === undefined ? plan : withoutUnread(plan, replaced),
    { ...plan, where: conditions.length === 1 ? conditions[0] : call("and", conditions) }
  )
}

/** Whether any SELECT of the plan is written in another way: most plans are not. */
const isRewritten = (plan: QueryPlan, exprKey: ExprKeys): boolean => {
  let found = false
  visitPlan(plan, {
    query: (one) => {
      if (one._tag === "Select" && !found) found = bindSelect(one, new Map(), exprKey) !== one
    }
  })
  return found
}

/**
 * Finds the scans of events that WHERE binds to a few persons or distinct ids, and writes the condition over the
 * columns that events record, so that an order by person finds them. Of more persons the condition is written so too: it
 * then holds before merges are joined.
 */
export const bindTimelines = (plan: QueryPlan): Timelines => {
  const bound = new Map<string, Expr>()
  const exprKey = makeExprKeys()
  if (!isRewritten(plan, exprKey)) return { plan, bound }
  return { plan: mapSelects(plan, (one) => bindSelect(one, bound, exprKey)), bound }
}
