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
  readonly graph: FlagGraph
  readonly book: CohortBook
}

/** A type's name by its number. */
export const groupTypeNames = (groupTypes: ReadonlyMap<string, GroupTypeIndex>): ReadonlyMap<number, string> =>
  new Map([...groupTypes].map(([name, index]) => [index, name]))

/** Finds flags by a name of theirs; each is read when it is first asked for. */
const lookup = <K>(named: ReadonlyArray<readonly [K, FlagSource]>, compile: (flag: FlagSource) => CompiledFlag) => {
  const sources = new Map(named)
  const compiled = new Map<K, CompiledFlag>()
  return (name: K): CompiledFlag | undefined => {
    const known = compiled.get(name)
    const source = known === undefined ? sources.get(name) : undefined
    if (source === undefined) return known
    const flag = compile(source)
    compiled.set(name, flag)
    return flag
  }
}

/**
 * The definitions of a version as flags to evaluate. Each flag is read when it is first asked for, once: a change in a
 * project with many flags costs little.
 */
export const compileFlags = (sources: FlagSources): CompiledFlags => {
  const { cohorts, flags, groupTypes, timeZone } = sources
  const book = makeCohortBook(cohorts)
  const context: CompileContext = {
    book,
    cohorts: makeCohortTests(book, timeZone),
    groupTypes: groupTypeNames(groupTypes),
    timeZone
  }
  const byId = lookup(flags.map((flag) => [flag.id, flag]), (flag) => compileFlag(flag, context))
  const byKey = lookup(flags.map((flag) => [flag.key, flag]), (flag) => byId(flag.id) ?? compileFlag(flag, context))
  return { sources, byKey, byId, graph: makeFlagGraph(flags, byId), book }
}
