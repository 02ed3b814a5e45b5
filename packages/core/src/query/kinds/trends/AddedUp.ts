/** Cuts whose numbers add up: the values that lead by themselves and the others together, in one statement. */
import { allOf, joined, named, type Sql, sql } from "../../../filters/SqlFragment.ts"
import { noBreakdownValue, otherBreakdownValue } from "../../structured/BreakdownFilter.ts"
import { type Cut, valueNames } from "./TrendsSql.ts"

const leads = named("leads")

/** The rows of `from` as one for each value, its total and whether it leads: `limit` values do, and that of no value. */
const rankedSql = (cut: Cut, lists: ReadonlyArray<Sql>, from: Sql, limit: number): Sql => {
  const names = valueNames(cut)
  const none = allOf(names.map((name) => sql`${name} = ${noBreakdownValue}`))
  const values = sql`SELECT ${
    joined([...names, ...lists.map((list) => sql`groupArray(${list}) AS ${list}`), sql`sum(measured) AS total`])
  } FROM (${from}) GROUP BY ${joined(names)}`
  const rank = sql`row_number() OVER (PARTITION BY ${none} ORDER BY total DESC, ${joined(names)})`
  return sql`SELECT ${joined([...names, ...lists, named("total")])}, ${rank} <= ${limit} AS ${leads} FROM (${values})`
}

/** The values, where there are intervals these and their numbers, the total, and whether the values lead. */
export const addedUpSql = (cut: Cut, isTimed: boolean, from: Sql, limit: number): Sql => {
  const lists = isTimed ? [named("bucket"), named("measured")] : []
  const shown = cut.values.map((_, index) => named(`shown_${index}`))
  const columns = joined([
    ...valueNames(cut).map((name, index) =>
      sql`if(${leads}, ${name}, ${otherBreakdownValue}) AS ${shown[index] ?? name}`
    ),
    leads
  ])
  const keys = joined([...shown, leads])
  const ranked = rankedSql(cut, lists, from, limit)
  if (!isTimed) {
    return sql`SELECT ${
      joined(shown)
    }, sum(total), ${leads} FROM (SELECT ${columns}, total FROM (${ranked})) GROUP BY ${keys}`
  }
  const points = sql`SELECT ${columns}, one, number FROM (${ranked}) ARRAY JOIN bucket AS one, measured AS number`
  const added = sql`SELECT ${keys}, one, sum(number) AS added FROM (${points}) GROUP BY ${keys}, one`
  return sql`SELECT ${
    joined(shown)
  }, groupArray(one), groupArray(added), sum(added), ${leads} FROM (${added}) GROUP BY ${keys}`
}
