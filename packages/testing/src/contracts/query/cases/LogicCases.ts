import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type CaseGroup, gives } from "../ExpressionCase.ts"
import { bool, call, cast, float, int, none, text, types } from "../PlanBuilder.ts"

const yes = call("equals", int(1), int(1))
const no = call("equals", int(1), int(2))
const unknown = call("equals", none(types.int64), int(1))

const threeValued: CaseGroup = {
  name: "logic",
  cases: [
    gives("and of true and true", call("and", yes, yes), 1),
    gives("and of true and false", call("and", yes, no), 0),
    gives("and of NULL and false", call("and", unknown, no), 0),
    gives("and of false and NULL", call("and", no, unknown), 0),
    gives("and of NULL and true", call("and", unknown, yes), null),
    gives("and of NULL and NULL", call("and", unknown, unknown), null),
    gives("and of four with one false", call("and", yes, unknown, no, yes), 0),
    gives("and of integers", call("and", int(-5), int(2)), 1),
    gives("and of zero", call("and", int(7), int(0)), 0),
    gives("and of booleans", call("and", bool(true), bool(true)), 1),
    gives("and of a boolean and an integer", call("and", bool(true), int(0)), 0),
    gives("and of a NULL boolean", call("and", none(types.bool), bool(true)), null),
    gives("or of false and false", call("or", no, no), 0),
    gives("or of true and false", call("or", yes, no), 1),
    gives("or of NULL and true", call("or", unknown, yes), 1),
    gives("or of true and NULL", call("or", yes, unknown), 1),
    gives("or of NULL and false", call("or", unknown, no), null),
    gives("or of NULL and NULL", call("or", unknown, unknown), null),
    gives("or of four with one true", call("or", no, unknown, yes, no), 1),
    gives("or of integers", call("or", int(0), int(-1)), 1),
    gives("or of booleans", call("or", bool(false), bool(false)), 0),
    gives("not of zero", call("not", int(0)), 1),
    gives("not of an integer", call("not", int(-3)), 0),
    gives("not of true", call("not", bool(true)), 0),
    gives("not of false", call("not", bool(false)), 1),
    gives("not of NULL", call("not", unknown), null),
    gives("not of not", call("not", call("not", int(9))), 1)
  ]
}

const quotient = (divisor: Expr): Expr => call("intDiv", int(6), divisor)
const guarded = (divisor: Expr): Expr => call("if", call("equals", divisor, int(0)), int(-1), quotient(divisor))

const conditionals: CaseGroup = {
  name: "conditionals",
  cases: [
    gives("if true", call("if", yes, text("a"), text("b")), "a"),
    gives("if false", call("if", no, text("a"), text("b")), "b"),
    gives("if NULL", call("if", unknown, text("a"), text("b")), "b"),
    gives("if of a boolean", call("if", bool(true), int(1), int(2)), 1),
    gives("if of an integer", call("if", int(-1), float(1.5), float(2.5)), 1.5),
    gives("if gives NULL", call("if", yes, none(types.text), text("b")), null),
    gives("if takes only its branch", guarded(int(0)), -1),
    gives("if takes its other branch", guarded(int(2)), 3),
    gives("if gives what its branch lacks", call("if", yes, quotient(int(0)), int(1)), null),
    gives("multiIf takes the first", call("multiIf", yes, text("a"), yes, text("b"), text("c")), "a"),
    gives("multiIf takes the second", call("multiIf", no, text("a"), yes, text("b"), text("c")), "b"),
    gives("multiIf skips NULL", call("multiIf", unknown, text("a"), unknown, text("b"), text("c")), "c"),
    gives("multiIf gives NULL", call("multiIf", no, int(1), no, int(2), none(types.int64)), null),
    gives("coalesce of one", call("coalesce", text("a")), "a"),
    gives("coalesce takes the first", call("coalesce", none(types.text), text("b"), text("c")), "b"),
    gives("coalesce keeps the empty string", call("coalesce", text(""), text("c")), ""),
    gives("coalesce keeps zero", call("coalesce", int(0), int(1)), 0),
    gives("coalesce keeps NaN", call("coalesce", float(Number.NaN), float(1)), Number.NaN),
    gives("coalesce of NULLs", call("coalesce", none(types.int64), none(types.int64)), null),
    gives("nullIf of equals", call("nullIf", text("a"), text("a")), null),
    gives("nullIf of others", call("nullIf", text("a"), text("A")), "a"),
    gives("nullIf of NULL and a value", call("nullIf", none(types.int64), int(1)), null),
    gives("nullIf of a value and NULL", call("nullIf", int(1), none(types.int64)), 1),
    gives("nullIf of NULLs", call("nullIf", none(types.int64), none(types.int64)), null),
    gives("nullIf of NaN", call("nullIf", float(Number.NaN), float(Number.NaN)), Number.NaN),
    gives("nullIf of the empty string", call("nullIf", text(""), text("")), null),
    gives("cast of an integer to Float64", cast(int(3), types.float), 3),
    gives("cast of a large integer to Float64", cast(int(9007199254740993n), types.float), 9007199254740992),
    gives("cast of true to an integer", cast(bool(true), types.int64), 1),
    gives("cast of false to an integer", cast(bool(false), types.int64), 0),
    gives("cast of a NULL boolean", cast(none(types.bool), types.int64), null),
    gives("cast of a predicate", cast(yes, types.int64), 1),
    gives("cast of NULL to a type", cast(none(), types.text), null),
    gives("cast of text to nullable text", cast(text("a"), { ...types.text, nullable: true }), "a")
  ]
}

export const logicGroups: ReadonlyArray<CaseGroup> = [threeValued, conditionals]
