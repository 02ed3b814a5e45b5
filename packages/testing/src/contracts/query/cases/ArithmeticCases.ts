import { int64Max, int64Min } from "@hedgerow/sql/types/Cell"
import { type CaseGroup, gives } from "../ExpressionCase.ts"
import { call, float, int, none, types } from "../PlanBuilder.ts"

const [least, greatest] = [int(int64Min), int(int64Max)]
const [nan, infinity, noInt, noFloat] = [float(Number.NaN), float(Infinity), none(types.int64), none(types.float)]

const integers: CaseGroup = {
  name: "integer arithmetic",
  cases: [
    gives("plus", call("plus", int(2), int(-5)), -3),
    gives("plus across 2^53", call("plus", int(9007199254740991), int(2)), 9007199254740993n),
    gives("plus back into the safe range", call("plus", int(9007199254740993n), int(-2)), 9007199254740991),
    gives("plus to the greatest", call("plus", int(int64Max - 1n), int(1)), int64Max),
    gives("plus beyond the greatest", call("plus", greatest, int(1)), null),
    gives("plus beyond the least", call("plus", least, int(-1)), null),
    gives("plus of NULL", call("plus", noInt, int(1)), null),
    gives("minus", call("minus", int(2), int(5)), -3),
    gives("minus to the least", call("minus", int(int64Min + 1n), int(1)), int64Min),
    gives("minus beyond the least", call("minus", least, int(1)), null),
    gives("minus of the least from zero", call("minus", int(0), least), null),
    gives("minus of NULL", call("minus", int(1), noInt), null),
    gives("multiply", call("multiply", int(-7), int(6)), -42),
    gives("multiply by zero", call("multiply", int(-7), int(0)), 0),
    gives("multiply beyond 2^53", call("multiply", int(3037000499), int(3037000499)), 9223372030926249001n),
    gives("multiply beyond the greatest", call("multiply", int(3037000500), int(3037000500)), null),
    gives("multiply of the least by -1", call("multiply", least, int(-1)), null),
    gives("multiply of NULL", call("multiply", noInt, int(0)), null),
    gives("intDiv", call("intDiv", int(7), int(2)), 3),
    gives("intDiv cuts toward zero", call("intDiv", int(-7), int(2)), -3),
    gives("intDiv to zero", call("intDiv", int(-1), int(2)), 0),
    gives("intDiv of the greatest", call("intDiv", greatest, int(10)), 922337203685477580n),
    gives("intDiv of the least by -1", call("intDiv", least, int(-1)), null),
    gives("intDiv by zero", call("intDiv", int(1), int(0)), null),
    gives("intDiv of NULL by zero", call("intDiv", noInt, int(0)), null),
    gives("modulo", call("modulo", int(7), int(3)), 1),
    gives("modulo has the sign of the dividend", call("modulo", int(-7), int(3)), -1),
    gives("modulo of a negative divisor", call("modulo", int(7), int(-3)), 1),
    gives("modulo to zero", call("modulo", int(-6), int(3)), 0),
    gives("modulo of the least by -1", call("modulo", least, int(-1)), 0),
    gives("modulo of the greatest", call("modulo", greatest, int(1000)), 807),
    gives("modulo by zero", call("modulo", int(5), int(0)), null),
    gives("modulo by NULL", call("modulo", int(5), noInt), null),
    gives("negate", call("negate", int(5)), -5),
    gives("negate of zero", call("negate", int(0)), 0),
    gives("negate of the greatest", call("negate", greatest), -int64Max),
    gives("negate of the least", call("negate", least), null),
    gives("negate of NULL", call("negate", noInt), null),
    gives("abs", call("abs", int(-5)), 5),
    gives("abs of the greatest", call("abs", greatest), int64Max),
    gives("abs of the least", call("abs", least), null),
    gives("abs of NULL", call("abs", noInt), null)
  ]
}

const floats: CaseGroup = {
  name: "float arithmetic",
  cases: [
    gives("plus", call("plus", float(0.1), float(0.2)), 0.30000000000000004),
    gives("plus to infinity", call("plus", float(1.7e308), float(1.7e308)), Infinity),
    gives("plus of opposite infinities", call("plus", infinity, float(-Infinity)), Number.NaN),
    gives("plus of NaN", call("plus", nan, float(1)), Number.NaN),
    gives("plus of NULL and NaN", call("plus", noFloat, nan), null),
    gives("minus", call("minus", float(1), float(0.9)), 0.09999999999999998),
    gives("minus to negative infinity", call("minus", float(-1.7e308), float(1.7e308)), -Infinity),
    gives("multiply", call("multiply", float(1.5), float(-2)), -3),
    gives("multiply to infinity", call("multiply", float(1e200), float(-1e200)), -Infinity),
    gives("multiply to zero", call("multiply", float(1e-200), float(1e-200)), 0),
    gives("multiply to a tiny number", call("multiply", float(1e-200), float(1e-120)), 1e-320),
    gives("multiply of zero and infinity", call("multiply", float(0), infinity), Number.NaN),
    gives("multiply keeps the sign of zero", call("multiply", float(-1), float(0)), -0),
    gives("divide", call("divide", float(1), float(3)), 0.3333333333333333),
    gives("divide by zero", call("divide", float(1), float(0)), Infinity),
    gives("divide of a negative by zero", call("divide", float(-1), float(0)), -Infinity),
    gives("divide by negative zero", call("divide", float(1), float(-0)), -Infinity),
    gives("divide of zero by zero", call("divide", float(0), float(0)), Number.NaN),
    gives("divide of NaN", call("divide", nan, float(0)), Number.NaN),
    gives("divide of infinities", call("divide", infinity, infinity), Number.NaN),
    gives("divide by infinity", call("divide", float(-1), infinity), -0),
    gives("divide to infinity", call("divide", float(1e308), float(1e-10)), Infinity),
    gives("divide to zero", call("divide", float(1e-308), float(1e100)), 0),
    gives("divide by NULL", call("divide", float(1), noFloat), null),
    gives("negate", call("negate", float(1.5)), -1.5),
    gives("negate of zero", call("negate", float(0)), -0),
    gives("negate of NaN", call("negate", nan), Number.NaN),
    gives("abs", call("abs", float(-1.5)), 1.5),
    gives("abs of negative zero", call("abs", float(-0)), 0),
    gives("abs of negative infinity", call("abs", float(-Infinity)), Infinity),
    gives("floor", call("floor", float(1.7)), 1),
    gives("floor of a negative", call("floor", float(-1.2)), -2),
    gives("floor of a large number", call("floor", float(1e300)), 1e300),
    gives("floor of NaN", call("floor", nan), Number.NaN),
    gives("floor of infinity", call("floor", infinity), Infinity),
    gives("floor of NULL", call("floor", noFloat), null),
    gives("ceil", call("ceil", float(1.2)), 2),
    gives("ceil of a negative", call("ceil", float(-1.7)), -1),
    gives("ceil to negative zero", call("ceil", float(-0.5)), -0),
    gives("ceil of NaN", call("ceil", nan), Number.NaN),
    gives("ceil of NULL", call("ceil", noFloat), null),
    gives("round of an even half", call("round", float(2.5), int(0)), 2),
    gives("round of an odd half", call("round", float(3.5), int(0)), 4),
    gives("round of a negative half", call("round", float(-2.5), int(0)), -2),
    gives("round to negative zero", call("round", float(-0.4), int(0)), -0),
    gives("round to two digits", call("round", float(0.125), int(2)), 0.12),
    gives("round to one digit", call("round", float(2.25), int(1)), 2.2),
    gives("round of more digits", call("round", float(2.71499), int(2)), 2.71),
    gives("round to hundreds", call("round", float(1250), int(-2)), 1200),
    gives("round to thousands", call("round", float(98765), int(-3)), 99000),
    gives("round of NaN", call("round", nan, int(2)), Number.NaN),
    gives("round of infinity", call("round", infinity, int(0)), Infinity),
    gives("round of NULL", call("round", noFloat, int(1)), null)
  ]
}

const extremes = [5e-324, -1e-320, 1e-200, 0.1, -3, 1e200, -1e307, Number.MAX_VALUE]

/** The numbers at both ends of the type, where an engine may refuse what is lost or too large. */
const ends: CaseGroup = {
  name: "arithmetic of the least and greatest floats",
  cases: extremes.flatMap((a) =>
    extremes.flatMap((b) => [
      gives(`plus of ${a} and ${b}`, call("plus", float(a), float(b)), a + b),
      gives(`minus of ${a} and ${b}`, call("minus", float(a), float(b)), a - b),
      gives(`multiply of ${a} and ${b}`, call("multiply", float(a), float(b)), a * b),
      gives(`divide of ${a} by ${b}`, call("divide", float(a), float(b)), a / b)
    ])
  )
}

export const arithmeticGroups: ReadonlyArray<CaseGroup> = [integers, floats, ends]
