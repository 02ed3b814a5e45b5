import type { Call, Expr } from "../../plan/Plan.ts"
import { argument } from "../../plan/PlanWalk.ts"
import type { Cell } from "../../types/Cell.ts"
import { exactCell, exactOfText, exactText, rescaled } from "../../types/ExactCells.ts"
import { type ExactType, isExact, scaleOf, type SqlType } from "../../types/SqlType.ts"
import { floatText } from "./FloatText.ts"
import { binary, type Implementation, unary } from "./Implementation.ts"

type Units = number | bigint

const exactType = ({ type }: Call): ExactType => {
  if (!isExact(type)) throw new Error(`The plan has a ${type.kind} in place of an exact number`)
  return type
}

/** An operation over units of the last digits. */
export const exactBinary = (f: (a: bigint, b: bigint) => bigint): Implementation => (call, args) => {
  const type = exactType(call)
  return binary((a: Units, b: Units) => exactCell(f(BigInt(a), BigInt(b)), type))(call, args)
}

/** A division, NULL by zero. */
export const exactDivision = (f: (a: bigint, b: bigint) => bigint): Implementation => (call, args) => {
  const type = exactType(call)
  return binary((a: Units, b: Units) => b === 0 ? null : exactCell(f(BigInt(a), BigInt(b)), type))(call, args)
}

export const exactUnary = (f: (a: bigint) => bigint): Implementation => (call, args) => {
  const type = exactType(call)
  return unary((a: Units) => exactCell(f(BigInt(a)), type))(call, args)
}

/** One implementation for calls that give exact numbers, another for the rest. */
export const exactOr = (exact: Implementation, rest: Implementation): Implementation => (call, args) =>
  isExact(call.type) ? exact(call, args) : rest(call, args)

const isWhole = /^[+-]?[0-9]+$/

/** A text as a number of the type. */
const ofText = (text: string, type: ExactType): Cell =>
  type.kind === "Unsigned" && !isWhole.test(text) ? null : exactOfText(text, type)

const ofFloat = (value: number, type: ExactType): Cell => {
  if (type.kind === "Decimal") return exactOfText(floatText(value), type)
  return Number.isInteger(value) ? exactCell(BigInt(value), type) : null
}

/** Conversions to UInt64 and decimals. */
export const toExact: Implementation = (call, args) => {
  const type = exactType(call)
  const from: Expr = argument(call, 0)
  switch (from.type.kind) {
    case "String":
      return unary((text: string) => ofText(text, type))(call, args)
    case "Float64":
      return unary((value: number) => ofFloat(value, type))(call, args)
    default: {
      const [own, scale] = [scaleOf(from.type), scaleOf(type)]
      return unary((value: Units) => exactCell(rescaled(value, own, scale), type))(call, args)
    }
  }
}

/** An exact number, or an integer, in another type that holds it. */
export const castExact = (cell: Units, from: SqlType, to: SqlType): Cell =>
  isExact(to)
    ? exactCell(rescaled(cell, scaleOf(from), scaleOf(to)), to)
    : Number(exactText(cell, scaleOf(from)))
