import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import type { AggregateName } from "@hedgerow/sql/functions/Functions"
import type { Aggregate, Expr, SelectPlan, Source } from "@hedgerow/sql/plan/Plan"
import { sumType } from "@hedgerow/sql/plan/ResultTypes"
import { arrayOf, decimal, scalar, scaleOf, type SqlType, withNullable } from "@hedgerow/sql/types/SqlType"
import { SmallPlans as P } from "@hedgerow/testing/contracts"
import { Expressions, hundredthsType, type Kind, kinds, valueKinds } from "./Expressions.ts"
import { joinedAnyhow } from "./Joins.ts"
import { columnLeaves, type Leaves, leavesOf, merged, storedColumn } from "./Leaves.ts"
import { personSource } from "./PersonPlans.ts"
import type { Random } from "./Random.ts"
import { named } from "./Sets.ts"

interface From {
  readonly source: Source
  readonly leaves: Leaves
  /** The condition for WHERE. */
  readonly condition?: Expr
}

const scan = (random: Random, project: ProjectId, table: TableName, alias: string, optional = false): From => ({
  source: { _tag: "Scan", table, tenant: project, alias },
  leaves: leavesOf(random, alias, table, optional)
})

const joined = (random: Random, project: ProjectId): From => {
  const kind = random.pick(["inner", "left"])
  const left = scan(random, project, "events", "e")
  const table = random.pick(["persons", "groups"])
  const right = scan(random, project, table, "p", kind === "left")
  const optional = kind === "left"
  const key: Expr = table === "persons"
    ? equal(storedColumn("e", "events", "person_id", false), storedColumn("p", "persons", "id", optional))
    : equal(storedColumn("e", "events", "$group_0", false), storedColumn("p", "groups", "key", optional))
  const leaves = merged(left.leaves, right.leaves)
  const more = new Expressions(random, leaves)
  const on: Expr = random.chance(0.6)
    ? key
    : { _tag: "Call", fn: random.pick(["and", "or"]), args: [key, more.of("Test", 2)], type: scalar("UInt8", true) }
  return { source: { _tag: "Join", kind, left: left.source, right: right.source, on }, leaves }
}

const equal = (a: Expr, b: Expr): Expr => ({
  _tag: "Call",
  fn: "equals",
  args: [a, b],
  type: scalar("UInt8", a.type.nullable || b.type.nullable)
})

/** Events of a few persons; the person may be read, or not. */
const ofPersons = (random: Random, project: ProjectId): From => {
  const { condition, hasPersons, person, source } = personSource(random, project)
  const events = leavesOf(random, "e", "events", false)
  const more: Leaves = random.chance(0.3) ? { UUID: [person] } : {}
  const leaves = merged(merged(events, more), hasPersons ? leavesOf(random, "p", "persons", true) : {})
  return { source, leaves, condition }
}

/** Rows that no table has. */
const tableless = (random: Random): From => {
  const alias = "e"
  if (random.chance(0.5)) {
    const type = scalar("Int64")
    const [first, step] = [random.int(20) - 10, 1 + random.int(3)]
    const source = { _tag: "Numbers", first, step, count: random.int(30), type, alias } as const
    return { source, leaves: columnLeaves([{ name: "number", type }], alias) }
  }
  const columns = [{ name: "n", type: scalar("Int64", true) }, { name: "t", type: scalar("String") }]
  const rows = random.list(
    1 + random.int(5),
    () => [random.chance(0.2) ? null : random.int(9) - 4, random.pick(["", "a", "é", "Z"])]
  )
  return { source: { _tag: "Values", columns, rows, alias }, leaves: columnLeaves(columns, alias) }
}

export const fromOf = (random: Random, project: ProjectId): From => {
  if (random.chance(0.25)) return ofPersons(random, project)
  if (random.chance(0.15)) return joinedAnyhow(random, project)
  if (random.chance(0.08)) return tableless(random)
  return random.chance(0.35)
    ? joined(random, project)
    : scan(random, project, random.pick(["events", "events", "events", "persons", "groups"]), "e")
}

const asFloat = (value: Expr): Expr => P.call("cast", [value], scalar("Float64", value.type.nullable))

const aggregateOf = (random: Random, make: Expressions, leaves: Leaves): Expr => {
  const fn: AggregateName = random.pick([
    "count",
    "countDistinct",
    "sum",
    "avg",
    "min",
    "max",
    "anyValue",
    "argMin",
    "argMax",
    "groupArray",
    "groupBitXor",
    "quantile"
  ])
  const kind: Kind = random.pick(valueKinds)
  const filter = random.chance(0.3) ? make.of("Test", 2) : undefined
  const aggregate = (args: ReadonlyArray<Expr>, type: SqlType): Aggregate => ({
    _tag: "Aggregate",
    fn,
    args,
    filter,
    type
  })
  switch (fn) {
    case "count":
      return aggregate(random.chance(0.5) ? [] : [make.of(kind, 1)], scalar("UInt64"))
    case "countDistinct":
      return aggregate([make.of(kind, 2)], scalar("UInt64"))
    case "sum":
    case "avg": {
      const of = random.pick(["Float64", "Float64", "Int64", "Unsigned", "Decimal"])
      const summed = of === "Float64" ? leaves.Float64?.[0] ?? make.literal("Float64") : make.of(of, 1)
      const total = of === "Decimal" ? decimal(38, scaleOf(hundredthsType)) : scalar(of)
      const isDistinct = of !== "Float64" && random.chance(0.3)
      return {
        ...aggregate([summed], fn === "avg" ? scalar("Float64", true) : sumType([summed], total)),
        ...isDistinct ? { distinct: true } : {}
      }
    }
    case "groupBitXor":
      return aggregate([make.of("Int64", 1)], scalar("Int64"))
    case "quantile":
      return {
        ...aggregate([make.of("Int64", 0)].map(asFloat), scalar("Float64", true)),
        parameters: [random.pick([0, 0.5, 1])]
      }
    case "groupArray": {
      const kinds = ["String", "Int64", "Unsigned", "Decimal", "Bool", "UUID", "Date", "DateTime64", "Float64"] as const
      const member = make.of(random.pick(kinds), 1)
      return {
        ...aggregate([member], arrayOf(withNullable(member.type, false))),
        orderBy: [{ expr: member, descending: random.chance(0.5) }],
        ...random.chance(0.5) ? { parameters: [1 + random.int(3)] } : {}
      }
    }
    case "argMin":
    case "argMax": {
      const taken = make.of(kind, 1)
      return aggregate(
        [taken, make.of(random.pick(["String", "Float64", "Decimal", "DateTime64", "UUID"]), 1)],
        withNullable(taken.type, true)
      )
    }
    default: {
      const arg = make.of(kind, 2)
      return aggregate([arg], withNullable(arg.type, true))
    }
  }
}

const kindOf = (random: Random): Kind => random.pick(kinds)

/** A plan over the rows of the project: rows or groups, filtered, perhaps distinct, ordered and cut. */
export const randomPlan = (random: Random, project: ProjectId): SelectPlan => {
  const { condition, leaves, source } = fromOf(random, project)
  const make = new Expressions(random, leaves)
  const test = random.chance(condition === undefined ? 0.5 : 0.3) ? make.of("Test", 3) : undefined
  const where = condition !== undefined && test !== undefined ? P.call("and", [test, condition]) : condition ?? test
  const isGrouped = random.chance(0.45)
  const keys = isGrouped ? random.list(random.int(3), () => make.of(kindOf(random), 2)) : []
  const exprs = isGrouped
    ? [...keys, ...random.list(1 + random.int(3), () => aggregateOf(random, make, leaves))]
    : random.list(1 + random.int(4), () => make.of(kindOf(random), 4))
  const isCut = random.chance(0.3)
  const ordered = isCut ? exprs : exprs.slice(0, random.int(2))
  return {
    _tag: "Select",
    from: source,
    where,
    groupBy: isGrouped && keys.length > 0 ? keys : undefined,
    having: isGrouped && random.chance(0.2) ? new Expressions(random, { Int64: [countRows] }).of("Test", 2) : undefined,
    select: named(exprs),
    distinct: !isGrouped && random.chance(0.2),
    orderBy: ordered.map((expr) => ({ expr, descending: random.chance(0.5) })),
    limit: isCut ? 1 + random.int(10) : undefined,
    offset: isCut ? random.int(3) : 0,
    ...(isCut && random.chance(0.3) ? { withTies: true } : {}),
    ...(isCut && random.chance(0.3)
      ? { limitBy: { limit: 1 + random.int(3), offset: random.int(2), by: exprs.slice(0, 1) } }
      : {})
  }
}

const countRows: Expr = { _tag: "Aggregate", fn: "count", args: [], filter: undefined, type: scalar("UInt64") }
