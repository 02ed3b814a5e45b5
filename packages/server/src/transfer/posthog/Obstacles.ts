import type { Ledger } from "./Ledger.ts"
import type { SourceRecord } from "./ReadProject.ts"
import { bodyOf } from "./RecordBody.ts"
import { recordKinds } from "./RecordKinds.ts"
import type { NamedKind } from "./References.ts"

/** What a record names: a kind of records and an id at the source. */
export type Named = readonly [kind: NamedKind, id: string]

/** The kind of a named record, in words. */
export const wordOf = (named: NamedKind): string =>
  named === "groupTypes" ? "group type" : recordKinds.find(({ name }) => name === named)?.word ?? named

/** The records that a record names. */
export const namesIn = ({ kind, record }: SourceRecord): ReadonlyArray<Named> => {
  const found = new Map<string, Named>()
  bodyOf(kind, record, () => true, (named, id) => {
    found.set(`${named} ${id}`, [named, id])
    return 1
  })
  return [...found.values()]
}

/** Says of a record whether it must be left out or has to wait, by what became of those that it names. */
export const makeObstacles = (records: ReadonlyArray<SourceRecord>, ledger: Ledger) => {
  const listed = new Map(records.map((one) => [`${one.kind.name} ${one.id}`, one]))

  const isMissing = ([named, id]: Named): boolean =>
    ledger.isEnded(named, id) ? ledger.entry(named, id)?.id === undefined : !listed.has(`${named} ${id}`)

  const reasonOf = ([named, id]: Named): string => {
    const known = listed.get(`${named} ${id}`)
    if (known !== undefined) return `it names the ${known.kind.word} ${known.name}, which is left out`
    return named === "groupTypes"
      ? `it names the group type ${id}, which the source does not list or the project has no index for`
      : `it names the ${wordOf(named)} ${id}, which the source does not list`
  }

  return {
    /** Why a record cannot be made, whatever else is. */
    obstacle: (one: SourceRecord): string | undefined => {
      const why = one.kind.leftOut?.(one.record)
      if (why !== undefined) return why
      const optional = new Set(
        (one.kind.references ?? []).filter(({ isRequired }) => !isRequired).map(({ kind }) => kind)
      )
      const missing = namesIn(one).find((named) => !optional.has(named[0]) && isMissing(named))
      return missing === undefined ? undefined : reasonOf(missing)
    },
    /** Whether something that it names is still to come. */
    mustWait: (one: SourceRecord): boolean =>
      namesIn(one).some(([named, id]) => listed.has(`${named} ${id}`) && !ledger.isEnded(named, id))
  }
}
