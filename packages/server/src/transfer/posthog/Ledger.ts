import type { SourceRecord } from "./ReadProject.ts"
import type { KindName } from "./RecordKinds.ts"
import type { NamedKind } from "./References.ts"
import type { Outcome } from "./Report.ts"

/** The id of a record. */
export type Id = number | string

/** What a record of the source has become; without ids it was left out. */
export interface Entry {
  /** Its id at the target. */
  readonly id: Id | undefined
  /** Its id where records are made, which in a dry run is not the target. */
  readonly workId: Id | undefined
  /** Whether this run made it. */
  readonly isMade: boolean
}

/** A record that was left out. */
export const nothing: Entry = { id: undefined, workId: undefined, isMade: false }

/** The id in an answer. */
export const asId = (value: unknown): Id | undefined =>
  typeof value === "number" || typeof value === "string" ? value : undefined

/** Keeps what became of each record of the source, by its kind and id, and the report. */
export const makeLedger = () => {
  const entries = new Map<KindName | "groupTypes", Map<string, Entry>>()
  const outcomes: Array<Outcome> = []
  const of = (kind: KindName | NamedKind): ReadonlyMap<string, Entry> => entries.get(kind) ?? new Map()
  const put = (kind: KindName | "groupTypes", id: string, entry: Entry) => {
    entries.set(kind, (entries.get(kind) ?? new Map<string, Entry>()).set(id, entry))
  }

  return {
    outcomes: outcomes as ReadonlyArray<Outcome>,
    of,
    put,
    entry: (kind: KindName | NamedKind, id: string) => of(kind).get(id),
    /** Whether it is known what became of it. */
    isEnded: (kind: NamedKind, id: string) => of(kind).has(id),
    tell: (...more: ReadonlyArray<Outcome>) => {
      outcomes.push(...more)
    },
    end: ({ id, kind, name }: SourceRecord, entry: Entry, outcome: Outcome["outcome"], note?: string) => {
      put(kind.name, id, entry)
      outcomes.push({ what: kind.word, name, outcome, note })
    }
  }
}

/** What became of the records so far. */
export type Ledger = ReturnType<typeof makeLedger>
