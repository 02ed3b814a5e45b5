import { PgClient } from "@effect/sql-pg"
import { it } from "@effect/vitest"
import { functions } from "@hedgerow/core/query/sql/Functions"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { dateTime, scalar } from "@hedgerow/core/query/sql/SqlType"
import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { Cause, Duration, Effect, Layer, Redacted } from "effect"
import * as P from "./plans.ts"

const Db = PgClient.layer({ host: "/tmp/pgq/sock", port: 5499, username: "postgres", database: "postgres" })
const Live = PgQueryEngine.layer.pipe(Layer.provideMerge(Db))
const run = (plan: any) => Effect.gen(function*() {
  const e = yield* QueryEngine
  const r = yield* Effect.exit(e.run(plan, { timeout: Duration.seconds(20) }))
  return r._tag === "Success" ? r.value : Cause.pretty(r.cause).slice(0, 300)
})
const T = { s: P.string, i: P.int, f: P.float, b: scalar("Bool"), u: scalar("UUID"), d: scalar("Date"), t: dateTime("America/New_York") }
const L: any = { s: P.text("Ab"), i: P.number(5), f: P.real(2.5), b: P.literal(true, T.b), u: P.literal("0190a0a0-0000-7000-8000-00000000000a", T.u), d: P.literal(18262, T.d), t: P.literal(1577836800123456, T.t) }
it.live("all", () => Effect.gen(function*() {
  const show = (n: string, x: any) => console.log(n.padEnd(30), typeof x === "string" ? x : JSON.stringify(x.rows, (_, v) => typeof v === "bigint" ? `${v}n` : typeof v === "number" && !isFinite(v) ? String(v) : v))
  for (const fn of ["equals", "notEquals", "less", "greater", "greaterOrEquals", "lessOrEquals", "isNotDistinct", "isDistinct"] as const) for (const k of Object.keys(L)) show(fn + k, yield* run(P.select([P.call(fn, [L[k], L[k]])])))
  for (const fn of ["toString", "toInt", "toFloat", "toBool", "toUUID", "toDate", "toDateTime"] as const) for (const k of Object.keys(L)) {
    const ty: any = { toString: T.s, toInt: T.i, toFloat: T.f, toBool: T.b, toUUID: T.u, toDate: T.d, toDateTime: T.t }[fn]
    const args = fn.startsWith("toDate") ? [L[k], P.text("America/New_York")] : [L[k]]
    show(fn + k, yield* run(P.select([P.call(fn, args, P.nullable(ty))])))
  }
  for (const fn of ["count", "countDistinct", "min", "max", "anyValue"] as const) for (const k of Object.keys(L)) show(fn + k, yield* run(P.select([P.aggregate(fn, [L[k]], fn.startsWith("count") ? scalar("UInt64") : (T as any)[k], P.call("equals", [L.i, L.i]))])))
  for (const k of Object.keys(L)) show("argMax" + k, yield* run(P.select([P.aggregate("argMax", [L[k], L[k]], (T as any)[k]), P.aggregate("argMin", [L[k], L[k]], (T as any)[k])])))
  show("sum", yield* run(P.select([P.aggregate("sum", [L.i], T.i), P.aggregate("sum", [L.f], T.f), P.aggregate("avg", [L.i], T.f), P.aggregate("avg", [L.f], T.f)])))
  for (const fn of ["plus", "minus", "multiply", "divide"] as const) show(fn, yield* run(P.select([...(fn === "divide" ? [] : [P.call(fn, [L.i, L.i], T.i)]), P.call(fn, [L.f, L.f], T.f)])))
  for (const fn of ["intDiv", "modulo"] as const) { show(fn, yield* run(P.select([P.call(fn, [L.i, P.number(3)], T.i)]))); show(fn, yield* run(P.select([P.call(fn, [L.i, P.number(0)], T.i)]))) }
  show("ovf", yield* run(P.select([P.call("plus", [P.number(2n ** 63n - 1n), P.number(1)], T.i)])))
  show("max", yield* run(P.select([P.number(2n ** 63n - 1n), P.real(NaN), P.real(-0), P.real(Infinity), P.literal(null, P.nullable(T.t))])))
  for (const fn of ["negate", "abs", "floor", "ceil"] as const) show(fn, yield* run(P.select([P.call(fn, [L.f], T.f)])))
  show("round", yield* run(P.select([P.call("round", [P.real(2.345), P.number(2)], T.f), P.call("round", [P.real(250), P.number(-2)], T.f)])))
  for (const [fn, args, ty] of [["concat", [L.s, L.s], T.s], ["lower", [L.s], T.s], ["upper", [L.s], T.s], ["length", [L.s], T.i], ["lengthUTF8", [L.s], T.i], ["substring", [L.s, P.number(-1), P.number(4)], T.s], ["trimLeft", [L.s], T.s], ["trimRight", [L.s], T.s], ["startsWith", [L.s, P.text("A")], P.uint8], ["endsWith", [L.s, P.text("b")], P.uint8], ["position", [L.s, P.text("b")], T.i], ["replaceAll", [L.s, P.text("b"), P.text("cc")], T.s], ["reverse", [L.s], T.s], ["like", [L.s, P.text("A_")], P.uint8], ["ilike", [P.text("ÀB"), P.text("àb%")], P.uint8], ["like", [P.text("a\\"), P.text("a\\")], P.uint8], ["like", [P.text("a\\"), P.call("concat", [P.text("a\\")], T.s)], P.uint8], ["if", [P.literal(null, P.nullable(P.uint8)), L.s, P.text("else")], T.s], ["multiIf", [P.number(0), L.s, P.number(2), P.text("two"), P.text("else")], T.s], ["coalesce", [P.literal(null, P.nullable(T.s)), L.s], T.s], ["nullIf", [L.s, L.s], T.s], ["nullIf", [P.real(NaN), P.real(NaN)], T.f], ["and", [L.i, L.b], P.uint8], ["or", [P.number(0), P.literal(null, P.nullable(P.uint8))], P.nullable(P.uint8)], ["not", [L.i], P.uint8], ["isNull", [L.s], P.uint8], ["isNotNull", [L.s], P.uint8], ["cast", [L.i], T.f], ["cast", [L.b], T.i], ["cast", [P.literal(null, scalar("Nothing", true))], P.nullable(T.t)], ["toUnixTimestamp", [L.t], T.i]] as const) show(fn, yield* run(P.select([P.call(fn as any, args as any, ty)])))
  for (const u of ["second", "minute", "hour", "day", "week0", "week1", "month", "quarter", "year"] as const) {
    const rt = ["second", "minute", "hour", "day"].includes(u) ? T.t : T.d
    show("startOf " + u, yield* run(P.select([P.call("toString", [P.dateCall("startOf", u, "America/New_York", [L.t], rt)], T.s), P.call("toString", [P.dateCall("startOf", u, "America/New_York", [L.d], rt)], T.s), P.dateCall("diff", u, "America/New_York", [L.t, P.literal(1577836800123456 + 86400e6 * 40, T.t)], T.i), P.call("toString", [P.dateCall("add", u, "America/New_York", [L.t, P.number(1)], T.t)], T.s)])))
  }
  for (const u of ["second", "minute", "hour", "day", "month", "quarter", "year", "dayOfWeek", "dayOfYear"] as const) show("part " + u, yield* run(P.select([P.dateCall("part", u, "America/New_York", [L.t], T.i), P.dateCall("part", u, "America/New_York", [L.d], T.i)])))
  const day = P.dateCall("startOf", "day", "America/New_York", [P.event("timestamp")], T.t)
  const t0 = Date.now()
  const r: any = yield* run(P.select([day, P.aggregate("count", []), P.aggregate("countDistinct", [P.event("person_id")])], { from: P.events, where: P.call("equals", [P.property("properties", "plan"), P.text("pro")]), groupBy: [day], orderBy: [{ expr: P.aggregate("count", []), descending: true }, { expr: day, descending: true }], limit: 3 }))
  show("trend", r); console.log(r.statement, r.rowsRead, r.bytesRead, Date.now() - t0)
  show("props", yield* run(P.select([P.property("properties", "list"), P.property("properties", "list", "1"), P.property("properties", "price"), P.event("person_properties"), P.event("properties"), P.event("uuid"), P.property("person_properties", "n", "2"), P.property("person_properties", "n", "0"), P.property("person_properties", "n", "x")], { from: P.events, limit: 2, distinct: true, orderBy: [{ expr: P.property("properties", "price"), descending: true }] })))
  const inl = (items: any, negated: boolean, v: any = P.event("event")) => ({ _tag: "InList", value: v, items, negated, type: P.uint8 }) as any
  const nul = P.literal(null, P.nullable(T.s))
  show("in", yield* run(P.select([inl(["a"], false, L.s), inl(["Ab", null], false, nul), inl(["Ab"], false, nul), inl(["Ab"], true, nul), inl([null], true, L.s), inl([], false, L.s)])))
  const sub = (e: any, v: any, negated: boolean) => ({ _tag: "InSubquery", value: v, plan: P.select([e]), negated, type: P.uint8 }) as any
  show("insub", yield* run(P.select([sub(L.s, L.s, false), sub(nul, L.s, false), sub(nul, L.s, true), sub(nul, nul, false), sub(L.s, nul, false), sub(L.s, nul, true), sub(nul, P.literal("Ab", P.nullable(T.s)), true)])))
  show("join", yield* run(P.select([P.column("p", "persons", "version"), P.column("p", "persons", "properties"), P.column("g", "groups", "index"), P.aggregate("count", [])], { from: { _tag: "Join", kind: "left", on: P.call("equals", [P.column("g", "groups", "index"), P.number(3)]), right: P.scan("groups", "g"), left: { _tag: "Join", kind: "left", left: P.events, right: P.scan("persons", "p"), on: P.call("equals", [P.event("person_id"), P.column("p", "persons", "id")]) } }, groupBy: [P.column("p", "persons", "version"), P.column("p", "persons", "properties"), P.column("g", "groups", "index")] })))
}).pipe(Effect.provide(Live)), 60000)
