import type { AstExpr, FromClause, OrderTerm, SelectStatement, Statement, WindowSpec } from "@hedgerow/sql/ast/Ast"

const at = { start: 0, end: 0 }

const names = [
  "a",
  "b1",
  "$c",
  "event",
  "properties",
  "timestamp",
  "left",
  "limit",
  "order",
  "select",
  "From",
  "interval",
  "case",
  "not",
  "array",
  "null",
  "inf",
  "distinct",
  "two words",
  "tick`s",
  "q\"uote",
  "back\\slash",
  "über",
  "",
  "1",
  "asc",
  "end",
  "date",
  "over",
  "cohort",
  "recursive",
  "both",
  "day",
  "format",
  "then"
]
const texts = ["", "x", "it's", "a\\b", "line\nbreak\ttab", "50%", "\u0007\v\b\f\r", "日本", "--", "/*", "{x}"]
const numbers = ["0", "1", "42", "-7", "1.5", "-0.25", "1e10", "2.5e-3", "inf", "-inf", "nan", "99999999999999999999"]
const functions = [
  "f",
  "count",
  "and",
  "or",
  "in",
  "not",
  "if",
  "any",
  "left",
  "cast",
  "substring",
  "trim",
  "case",
  "interval",
  "array",
  "my fn",
  "select",
  "distinct",
  "exists",
  "quantile",
  "date",
  "like"
]
const types = [
  "Int",
  "Nullable(String)",
  "DateTime64(6, 'UTC')",
  "Array(Nullable(Float64))",
  "timestamp with time zone"
]
const operators = [
  "+",
  "-",
  "*",
  "/",
  "%",
  "||",
  "??",
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "like",
  "not like",
  "ilike",
  "not ilike",
  "=~",
  "!~",
  "=~*",
  "!~*"
] as const
const units = ["second", "minute", "hour", "day", "week", "month", "quarter", "year"]

/** Random statements and expressions of the whole grammar; the same seed gives the same ones. */
export class RandomAst {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  private below(limit: number): number {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0
    return Math.floor((this.state / 2 ** 32) * limit)
  }

  private pick<A>(items: readonly [A, ...ReadonlyArray<A>] | ReadonlyArray<A>): A {
    const item = items[this.below(items.length)]
    if (item === undefined) throw new Error("nothing to pick from")
    return item
  }

  private some<A>(most: number, make: () => A): ReadonlyArray<A> {
    return Array.from({ length: this.below(most + 1) }, make)
  }

  private many<A>(most: number, make: () => A): readonly [A, ...ReadonlyArray<A>] {
    return [make(), ...this.some(most - 1, make)]
  }

  private maybe<A>(make: () => A): A | undefined {
    return this.below(3) === 0 ? make() : undefined
  }

  private chance(): boolean {
    return this.below(3) === 0
  }

  private name(): string {
    return this.pick(names)
  }

  private leaf(): AstExpr {
    return this.pick<() => AstExpr>([
      () => ({ _tag: "Number", text: this.pick(numbers), ...at }),
      () => ({ _tag: "Text", value: this.pick(texts), ...at }),
      () => ({ _tag: "Boolean", value: this.chance(), ...at }),
      () => ({ _tag: "Null", ...at }),
      () => ({ _tag: "Field", path: this.many(3, () => this.name()), ...at }),
      () => ({ _tag: "Star", path: this.some(2, () => this.name()), ...at }),
      () => ({ _tag: "Columns", pattern: this.pick(texts), ...at }),
      () => ({ _tag: "Placeholder", path: this.many(3, () => this.name()), ...at })
    ])()
  }

  expression(depth: number): AstExpr {
    if (depth <= 0) return this.leaf()
    const sub = () => this.expression(depth - 1 - this.below(2))
    return this.pick<() => AstExpr>([
      () => this.leaf(),
      () => ({ _tag: "Alias", expr: sub(), name: this.name(), ...at }),
      () => this.call(sub),
      () => this.call(sub),
      () => ({ _tag: "Unary", operator: this.chance() ? "not" : "-", expr: sub(), ...at }),
      () => ({ _tag: "Binary", operator: this.pick(operators), left: sub(), right: sub(), ...at }),
      () => ({ _tag: "Binary", operator: this.pick(operators), left: sub(), right: sub(), ...at }),
      () => ({
        _tag: "Logical",
        operator: this.chance() ? "and" : "or",
        operands: [sub(), ...this.many(3, sub)],
        ...at
      }),
      () => ({ _tag: "IsNull", expr: sub(), negated: this.chance(), ...at }),
      () => ({ _tag: "Between", expr: sub(), low: sub(), high: sub(), negated: this.chance(), ...at }),
      () => ({ _tag: "In", expr: sub(), set: sub(), negated: this.chance(), cohort: this.chance(), ...at }),
      () => ({ _tag: "Ternary", condition: sub(), then: sub(), else: sub(), ...at }),
      () => ({
        _tag: "Case",
        subject: this.maybe(sub),
        branches: this.many(3, () => ({ when: sub(), then: sub() })),
        else: this.maybe(sub),
        ...at
      }),
      () => ({ _tag: "Cast", expr: sub(), typeName: this.pick(types), ...at }),
      () => ({ _tag: "Interval", count: sub(), unit: this.pick(units), ...at }),
      () => ({ _tag: "Index", expr: sub(), index: sub(), nullSafe: this.chance(), ...at }),
      () => ({ _tag: "Slice", expr: sub(), from: this.maybe(sub), to: this.maybe(sub), ...at }),
      () => ({ _tag: "ColumnList", columns: [this.leaf(), ...this.many(2, sub)], ...at }),
      () => ({ _tag: "Member", expr: sub(), name: this.pick([...names, "1", "2"]), nullSafe: this.chance(), ...at }),
      () => ({ _tag: "Array", items: this.some(3, sub), ...at }),
      () => ({ _tag: "Tuple", items: this.many(3, sub), ...at }),
      () => ({ _tag: "Dict", entries: this.some(2, () => ({ key: sub(), value: sub() })), ...at }),
      () => ({ _tag: "Lambda", params: this.some(2, () => this.name()), body: sub(), ...at }),
      () => ({ _tag: "Subquery", query: this.statement(depth - 2), ...at })
    ])()
  }

  private call(sub: () => AstExpr): AstExpr {
    const over = this.maybe(() => ({ window: this.chance() ? this.name() : this.window(sub) }))
    const distinct = this.chance()
    const args = distinct ? this.many(3, sub) : this.some(3, sub)
    const orderBy = args.length > 0 && this.chance() ? this.many(2, () => this.order(sub)) : undefined
    return {
      _tag: "Call",
      name: this.pick(functions),
      params: this.maybe(() => this.some(2, sub)),
      args,
      distinct,
      ...(orderBy === undefined ? {} : { orderBy }),
      over,
      ...at
    }
  }

  private order(sub: () => AstExpr): OrderTerm {
    return { expr: sub(), descending: this.chance(), nulls: this.maybe(() => this.chance() ? "first" : "last"), ...at }
  }

  private window(sub: () => AstExpr): WindowSpec {
    return {
      partitionBy: this.some(2, sub),
      orderBy: this.some(2, () => this.order(sub)),
      frame: this.maybe(() => ({
        unit: this.chance() ? "rows" : "range",
        start: { kind: "preceding", count: this.chance() ? "unbounded" : this.below(9) },
        end: this.maybe(() => this.chance() ? { kind: "current row" } : { kind: "following", count: this.below(9) })
      })),
      ...at
    }
  }

  private from(depth: number, sub: () => AstExpr): FromClause {
    const ratio = (): AstExpr => {
      const part: AstExpr = this.chance()
        ? { _tag: "Placeholder", path: [this.name()], ...at }
        : { _tag: "Number", text: this.pick(["1", "10", "0.1"]), ...at }
      return this.chance() ? { _tag: "Binary", operator: "/", left: part, right: part, ...at } : part
    }
    const alias = this.maybe(() => this.name())
    return this.pick<() => FromClause>([
      () => ({
        _tag: "Table",
        path: this.many(2, () => this.name()),
        args: this.maybe(() => this.some(2, sub)),
        alias,
        final: this.chance(),
        sample: this.maybe(() => ({ ratio: ratio(), offset: this.maybe(ratio) })),
        ...at
      }),
      () => ({ _tag: "Derived", query: this.statement(depth - 1), alias, ...at }),
      () => ({ _tag: "PlaceholderTable", name: this.many(2, () => this.name()), alias, ...at }),
      () => this.join(depth, sub)
    ])()
  }

  private join(depth: number, sub: () => AstExpr): FromClause {
    const kind = this.pick(["inner", "left", "right", "full", "cross"] as const)
    const on = kind === "cross" || this.chance() ? undefined : sub()
    return {
      _tag: "Join",
      kind,
      strictness: this.maybe(() => this.pick(["all", "any", "asof", "semi", "anti"] as const)),
      left: this.from(depth - 1, sub),
      right: this.from(depth - 1, sub),
      on,
      using: kind !== "cross" && on === undefined ? this.many(2, () => this.name()) : undefined,
      ...at
    }
  }

  private select(depth: number): SelectStatement {
    const sub = () => this.expression(depth - 1)
    const limit = this.maybe(sub)
    const qualify = this.maybe(sub)
    let recursive: boolean | undefined
    return {
      _tag: "Select",
      with: this.some(2, () => {
        if (this.chance()) {
          recursive ??= this.chance()
          return { _tag: "CteQuery", name: this.name(), query: this.statement(depth - 1), recursive, ...at }
        }
        // RECURSIVE stands before the name of a query.
        recursive ??= false
        return { _tag: "CteExpr", name: this.name(), expr: sub(), ...at }
      }),
      distinct: this.chance(),
      columns: this.many(3, sub),
      from: depth > 0 ? this.maybe(() => this.from(depth, sub)) : undefined,
      prewhere: this.maybe(sub),
      where: this.maybe(sub),
      groupBy: this.maybe(() => this.many(2, sub)),
      having: this.maybe(sub),
      ...(qualify === undefined ? {} : { qualify }),
      orderBy: this.some(2, () => this.order(sub)),
      limitBy: this.maybe(() => ({ limit: sub(), offset: this.maybe(sub), by: this.many(2, sub) })),
      limit,
      withTies: limit !== undefined && this.chance(),
      offset: this.maybe(sub),
      windows: this.some(2, () => ({ name: this.name(), window: this.window(sub) })),
      arrayJoin: this.maybe(() => ({ kind: this.chance() ? "inner" : "left", columns: this.many(2, sub) })),
      ...at
    }
  }

  statement(depth: number): Statement {
    if (depth <= 0 || this.below(4) > 0) return this.select(depth)
    const sub = () => this.expression(depth - 1)
    return {
      _tag: "Set",
      operator: this.pick(["union all", "union distinct", "intersect", "intersect distinct", "except"] as const),
      left: this.statement(depth - 1),
      right: this.statement(depth - 1),
      orderBy: this.some(2, () => this.order(sub)),
      limit: this.maybe(sub),
      offset: this.maybe(sub),
      ...at
    }
  }
}
