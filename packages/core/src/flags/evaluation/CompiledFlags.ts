import type { GroupTypeIndex } from "../../persons/Group.ts"
import { type CohortBook, makeCohortBook } from "./CohortBook.ts"
import { makeCohortTests } from "./CohortTests.ts"
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
  /** The flags that were read so far. */
  readonly read: () => Iterable<CompiledFlag>
  readonly graph: FlagGraph
  readonly book: CohortBook
}

/** A type's name by its number. */
export const groupTypeNames = (groupTypes: ReadonlyMap<string, GroupTypeIndex>): ReadonlyMap<number, string> =>
  new Map([...groupTypes].map(([name, index]) => [index, name]))

/** Finds flags by a name of theirs; each is read when it is first asked for. */
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

const isOnCohorts = ({ conditions, enrollment }: CompiledFlag): boolean =>
  [...conditions, ...(enrollment?.condition ? [enrollment.condition] : [])]
    .some(({ properties }) => properties.some(({ kind }) => kind === "cohort"))

/** What was read of the same sources and would be read no other way now. */
const stillRead = ({ flags, groupTypes, timeZone }: FlagSources, before: CompiledFlags): Map<number, CompiledFlag> => {
  const kept = new Map<number, CompiledFlag>()
  if (before.sources.timeZone !== timeZone || !isSameMap(before.sources.groupTypes, groupTypes)) return kept
  const sources = new Set(flags)
  for (const flag of before.read()) {
    if (sources.has(flag.source) && !isOnCohorts(flag)) kept.set(flag.source.id, flag)
  }
  return kept
}

/**
 * The definitions of a version as flags to evaluate. Each flag is read when it is first asked for, once: a change in a
 * project with many flags costs little. What was read `before` of the very same sources is taken over, but for flags on
 * cohorts, which may have become others.
 */
export const compileFlags = (sources: FlagSources, before?: CompiledFlags): CompiledFlags => {
  const { cohorts, flags, groupTypes, timeZone } = sources
  const book = makeCohortBook(cohorts)
  const context: CompileContext = {
    book,
    cohorts: makeCohortTests(book, timeZone),
    groupTypes: groupTypeNames(groupTypes),
    timeZone
  }
  const read = before === undefined ? new Map<number, CompiledFlag>() : stillRead(sources, before)
  const byId = lookup(flags.map((flag) => [flag.id, flag]), (flag) => compileFlag(flag, context), read)
  const byKey = lookup(flags.map((flag) => [flag.key, flag]), (flag) => byId(flag.id) ?? compileFlag(flag, context))
  return { sources, byKey, byId, graph: makeFlagGraph(flags, byId), book, read: () => read.values() }
}
