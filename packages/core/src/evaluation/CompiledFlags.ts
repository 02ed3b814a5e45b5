import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { cohortIds, type CohortIndex, makeCohortIndex } from "./CohortIndex.ts"
import { type CohortTests, makeCohortTests } from "./CohortTests.ts"
import type { CompileContext } from "./CompiledCondition.ts"
import type { CompiledFlag } from "./CompiledFlag.ts"
import { compileFlag } from "./CompileFlag.ts"
import { type FlagGraph, makeFlagGraph } from "./FlagGraph.ts"
import type { CohortSource, FlagSource } from "./FlagSource.ts"

/** The definitions of a project at one version; none of them deleted. */
export interface FlagSources {
  readonly flags: ReadonlyArray<FlagSource>
  readonly cohorts: ReadonlyArray<CohortSource>
  readonly groupTypes: ReadonlyMap<string, GroupTypeIndex>
  /** Dates without an offset are of this zone. */
  readonly timeZone: string
}

/** A project's flags, ready to be evaluated. */
export interface CompiledFlags {
  readonly sources: FlagSources
  readonly byKey: (key: string) => CompiledFlag | undefined
  readonly byId: (id: number) => CompiledFlag | undefined
  /** The flags that have been read so far. */
  readonly read: () => Iterable<CompiledFlag>
  readonly graph: FlagGraph
  readonly book: CohortIndex
  readonly cohortTests: CohortTests
}

/** A type's name by its number. */
export const groupTypeNames = (groupTypes: ReadonlyMap<string, GroupTypeIndex>): ReadonlyMap<number, string> =>
  new Map([...groupTypes].map(([name, index]) => [index, name]))

/** Finds flags by one of their names; each is read when it is first requested. */
const lookup = <K>(
  named: ReadonlyArray<readonly [K, FlagSource]>,
  compile: (flag: FlagSource) => CompiledFlag,
  compiled = new Map<K, CompiledFlag>()
) => {
  const sources = new Map(named)
  return (name: K): CompiledFlag | undefined => {
    const known = compiled.get(name)
    const source = known === undefined ? sources.get(name) : undefined
    if (source === undefined) return known
    const flag = compile(source)
    compiled.set(name, flag)
    return flag
  }
}

const isSameMap = <K, A>(left: ReadonlyMap<K, A>, right: ReadonlyMap<K, A>): boolean =>
  left.size === right.size && [...left].every(([key, value]) => right.get(key) === value)

const isSameList = <A>(left: ReadonlyArray<A>, right: ReadonlyArray<A>): boolean =>
  left === right || left.length === right.length && left.every((item, index) => item === right[index])

/** The cohorts that a flag names. */
export const cohortsOf = ({ conditions, enrollment }: CompiledFlag): ReadonlyArray<number | undefined> => {
  const ids: Array<number | undefined> = []
  for (const { properties } of enrollment?.condition ? [enrollment.condition, ...conditions] : conditions) {
    for (const { kind, source } of properties) if (kind === "cohort") ids.push(...cohortIds(source))
  }
  return ids
}

/** Whether a flag's cohorts, and those within them, are what they were. */
const hasSameCohorts = (flag: CompiledFlag, before: CohortIndex, book: CohortIndex): boolean => {
  if (before === book) return true
  const ids = cohortsOf(flag)
  return ids.length === 0 || isSameList(before.reachOf(ids).definitions, book.reachOf(ids).definitions)
}

/** Compiled parts of the same sources that would be read no other way now. */
const stillRead = (
  { flags, groupTypes, timeZone }: FlagSources,
  book: CohortIndex,
  before: CompiledFlags
): Map<number, CompiledFlag> => {
  const kept = new Map<number, CompiledFlag>()
  if (before.sources.timeZone !== timeZone || !isSameMap(before.sources.groupTypes, groupTypes)) return kept
  const sources = new Set(flags)
  for (const flag of before.read()) {
    if (sources.has(flag.source) && hasSameCohorts(flag, before.book, book)) kept.set(flag.source.id, flag)
  }
  return kept
}

const cohortsFor = ({ cohorts, timeZone }: FlagSources, before: CompiledFlags | undefined) => {
  const book = before !== undefined && isSameList(before.sources.cohorts, cohorts)
    ? before.book
    : makeCohortIndex(cohorts)
  const isSame = before?.book === book && before.sources.timeZone === timeZone
  return { book, cohorts: isSame ? before.cohortTests : makeCohortTests(book, timeZone) }
}

/**
 * The definitions of a version as flags to evaluate. Each flag is read when it is first requested, once. Flags of
 * `before` with the very same sources are kept: the cost of a change depends on its own size.
 */
export const compileFlags = (sources: FlagSources, before?: CompiledFlags): CompiledFlags => {
  const { flags, groupTypes, timeZone } = sources
  const { book, cohorts } = cohortsFor(sources, before)
  const context: CompileContext = { book, cohorts, groupTypes: groupTypeNames(groupTypes), timeZone }
  const read = before === undefined ? new Map<number, CompiledFlag>() : stillRead(sources, book, before)
  const byId = lookup(flags.map((flag) => [flag.id, flag]), (flag) => compileFlag(flag, context), read)
  const byKey = lookup(flags.map((flag) => [flag.key, flag]), (flag) => byId(flag.id) ?? compileFlag(flag, context))
  return {
    sources,
    byKey,
    byId,
    graph: makeFlagGraph(flags, byId),
    book,
    cohortTests: cohorts,
    read: () => read.values()
  }
}
