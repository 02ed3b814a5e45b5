import { Result, DateTime } from "effect"
import { parseStatement } from "../src/query/sql/Parser.ts"
import { resolveStatement } from "../src/query/sql/Resolver.ts"
import { typeName } from "../src/query/sql/SqlType.ts"
const project: any = { id: 7, timezone: "UTC", week_start_day: 0 }
const show = (e: any): string => {
  switch (e._tag) {
    case "Literal": return `${typeof e.value === "string" ? `'${e.value}'` : e.value}:${typeName(e.type)}`
    case "Column": return `${e.source}.${e.name}`
    case "Property": return `${e.column.source}.${e.column.name}.${e.path.join(".")}`
    case "Call": return `${e.fn}(${e.args.map(show).join(", ")})`
    case "DateCall": return `${e.fn} ${e.unit}@${e.timezone}(${e.args.map(show).join(", ")})`
    case "InList": return `${show(e.value)} ${e.negated ? "not in" : "in"} [${e.items}]`
    case "InSubquery": return `${show(e.value)} ${e.negated ? "not in" : "in"} (${plan(e.plan)})`
    case "Aggregate": return `${e.fn}{${e.args.map(show).join(", ")}${e.filter ? ` if ${show(e.filter)}` : ""}}`
  }
  return "?"
}
const src = (s: any): string => s._tag === "Scan" ? `${s.table}#${s.project} ${s.alias}` : s._tag === "Subquery" ? `(${plan(s.plan)}) ${s.alias}` : `(${src(s.left)} ${s.kind} ${src(s.right)}${s.on ? ` on ${show(s.on)}` : ""})`
const plan = (p: any): string => `select ${p.distinct ? "distinct " : ""}${p.select.map((i: any) => `${show(i.expr)} as ${i.name}:${typeName(i.expr.type)}`).join("; ")}` + (p.from ? ` from ${src(p.from)}` : "") + (p.where ? ` where ${show(p.where)}` : "") + (p.groupBy ? ` group by ${p.groupBy.map(show)}` : "") + (p.having ? ` having ${show(p.having)}` : "") + (p.orderBy.length ? ` order by ${p.orderBy.map((o: any) => show(o.expr) + (o.descending ? " desc" : ""))}` : "") + (p.limit !== undefined ? ` limit ${p.limit}` : "") + (p.offset ? ` offset ${p.offset}` : "")
for (const q of process.argv.slice(2)) {
  const p = parseStatement(q)
  if (Result.isFailure(p)) { console.log(q, "=> SYNTAX", p.failure.detail); continue }
  const r = resolveStatement(p.success, { project, now: Date.UTC(2020, 0, 10, 12) * 1000 as any, ...(process.env.MODE ? { modifiers: { personsOnEventsMode: process.env.MODE as any } } : {}) })
  console.log(q, "\n   =>", Result.isFailure(r) ? `ERROR ${r.failure.code} ${r.failure.detail} @${q.slice(r.failure.start, r.failure.end)}` : plan(r.success.plan) + "\n      " + r.success.columns.map(c => c.name).join("|"))
}
