/** The actors behind a number of a lifecycle. */
import { Effect } from "effect"
import { type Sql, sql } from "../../../filters/SqlFragment.ts"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import type { QueryError } from "../../QueryKind.ts"
import { bucketIndex, bucketValue } from "../../structured/Buckets.ts"
import { type FoundOptions, namedOptions } from "../actors/ActorOptions.ts"
import { type Actors, type ActorSelection, actorSource } from "../actors/ActorSource.ts"
import { lifecycleQuery } from "./LifecycleKind.ts"
import { type Lifecycle, lifecycles } from "./LifecycleNode.ts"
import { lifecycleQuestion } from "./RunLifecycle.ts"

const conditions: Readonly<Record<Lifecycle, Sql>> = {
  new: sql`is_new`,
  returning: sql`was_active AND NOT is_new`,
  resurrecting: sql`NOT was_active AND NOT is_new`,
  dormant: sql`NOT stays_active`
}

const selected = ({ path, status }: ActorSelection): Effect.Effect<Lifecycle, InvalidInput> => {
  const found = lifecycles.find((one) => one === status)
  return found === undefined
    ? Effect.fail(InvalidInput.at([...path, "status"], "invalid_choice", `It is one of: ${lifecycles.join(", ")}.`))
    : Effect.succeed(found)
}

/** Lifecycles as a source of actors. */
export const lifecycleActors = actorSource(lifecycleQuery, {
  group: ({ aggregation_group_type_index: group }) => group,
  actors: Effect.fnUntraced(function*(node, selection, run): Effect.fn.Return<Actors, QueryError> {
    const { activity, buckets, fetched, series } = yield* lifecycleQuestion(node, run)
    const status = yield* selected(selection)
    const place = bucketIndex(buckets, String(selection.day ?? ""))
    if (place === undefined) {
      const path = [...selection.path, "day"]
      return yield* InvalidInput.at(path, "invalid_choice", "The result has no such day.")
    }
    if (series === undefined) return { _tag: "Listed", ids: [] }
    // Those who are dormant were active one interval before; the intervals that were read begin one earlier.
    const active = status === "dormant" ? place : place + 1
    const period = bucketValue(fetched, active)
    const statement = sql`SELECT actor AS actor_id FROM (${activity}) WHERE period = ${period} AND ${
      conditions[status]
    }`
    return { _tag: "Statement", statement }
  }),
  options: Effect.fnUntraced(function*(node, run): Effect.fn.Return<FoundOptions, QueryError> {
    const { buckets, span } = yield* lifecycleQuestion(node, run)
    const status = lifecycles.map((one) => ({ label: one.charAt(0).toUpperCase() + one.slice(1), value: one }))
    return { span, options: { day: namedOptions(buckets.days, buckets.labels), status } }
  })
})
