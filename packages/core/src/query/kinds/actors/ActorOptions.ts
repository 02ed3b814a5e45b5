/** The parts of an insight's result whose actors can be asked for. */
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import type { RanStatement } from "../../structured/RunStatement.ts"

/** A value of a breakdown, or several of a breakdown by several properties. */
export type BreakdownValue = string | number | ReadonlyArray<string | number>

/** One value that a selection may have, and its name for people. */
export type ActorOption = { readonly label: string; readonly value: BreakdownValue }

type Options = ReadonlyArray<ActorOption> | undefined

/** The values of each field of a selection; undefined where the result has no such part. */
export interface ActorOptions {
  readonly day?: Options
  readonly status?: Options
  readonly interval?: Options
  readonly breakdown?: Options
  readonly series?: Options
  readonly compare?: Options
}

/** The options, the time that the insight is about, and what was run to find them. */
export interface FoundOptions {
  readonly options: ActorOptions
  readonly span?: ClosedSpan | undefined
  readonly ran?: RanStatement | undefined
}

/** Texts with their names beside them. */
export const namedOptions = (
  values: ReadonlyArray<string>,
  labels: ReadonlyArray<string>
): ReadonlyArray<ActorOption> => values.map((value, index) => ({ value, label: labels[index] ?? value }))

/** The periods of an insight that is compared with an earlier time. */
export const comparedOptions = (isCompared: boolean): Options =>
  isCompared ? [{ label: "Current", value: "current" }, { label: "Previous", value: "previous" }] : undefined

/** Each value once, in the order in which they come. */
export const distinctOptions = (options: ReadonlyArray<ActorOption>): ReadonlyArray<ActorOption> => [
  ...new Map(options.map((option) => [JSON.stringify(option.value), option])).values()
]
