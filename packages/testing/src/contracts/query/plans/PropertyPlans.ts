import { property, scan, select } from "../PlanBuilder.ts"
import { plan, type PlanCase } from "../PlanCase.ts"
import { shapes } from "./Meadow.ts"

const at = (path: ReadonlyArray<string>, value: string | null): PlanCase =>
  plan(
    `property ${JSON.stringify(path)}`,
    select([property("e", "events", "properties", ...path)], { from: scan("events", shapes, "e") }),
    [value]
  )

const hostile = "quo\"te\\ \n\u0001 \u00e9 \u{1f33f}"

export const propertyPlans: ReadonlyArray<PlanCase> = [
  at(["q"], hostile),
  at(["r"], JSON.stringify([hostile])),
  at(["e"], ""),
  at(["n"], null),
  at(["absent"], null),
  at(["t"], "true"),
  at(["f"], "false"),
  at(["i"], "3"),
  at(["d"], "12.5"),
  at(["z"], "0"),
  at(["whole"], "-42"),
  at(["huge"], "1000000000000000000000"),
  at(["tiny"], "0.0000001"),
  at(["numbers"], "[1000000000000000000000,-0.00000025,1.5,100]"),
  at(["long"], "[]"),
  at([""], "empty key"),
  at(["1"], "digit key"),
  at(["2"], null),
  at(["$x"], "dollar"),
  at(["a.b"], "dotted"),
  at(["it's"], "quoted"),
  at(["__proto__"], null),
  at(["constructor"], null),
  at(["o"], "{\"b\":1,\"aa\":{\"c\":[true,null,\"\"]}}"),
  at(["o", "b"], "1"),
  at(["o", "b", "x"], null),
  at(["o", "absent", "x"], null),
  at(["o", "aa", "c"], "[true,null,\"\"]"),
  at(["o", "aa", "c", "1"], "true"),
  at(["o", "aa", "c", "2"], null),
  at(["o", "aa", "c", "3"], ""),
  at(["o", "aa", "c", "4"], null),
  at(["a"], "[\"x\",[\"y\",null],{\"k\":\"v\"},5,0.5]"),
  at(["a", "1"], "x"),
  at(["a", "0"], null),
  at(["a", "-1"], null),
  at(["a", "x"], null),
  at(["a", "2", "1"], "y"),
  at(["a", "3", "k"], "v"),
  at(["a", "5"], "0.5"),
  at(["a", "99999999999999999999"], null),
  at(["m", "2"], "two"),
  at(["m", "10"], "0"),
  at(["m", "1"], null),
  at(["m"], "{\"2\":\"two\",\"b\":1,\"10\":0,\"aa\":[true,null],\"\u00e9\":{}}"),
  at(["e", "1"], null),
  at(["q", "1"], null)
]
