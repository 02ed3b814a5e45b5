import { Effect } from "effect"
import type { QueryError } from "../../query/QueryKind.ts"
import { eachRow, type StatementRun } from "../../query/structured/RunStatement.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import type { BehaviourStatement } from "./BehaviourSql.ts"

/** At most this many persons of all behaviours together are held at once. */
const mostHeld = 100_000

/** The persons who behave so, asked about from the first id to the last. */
export interface BehaviourMembers {
  /** The persons among these who behave so; their ids ascend over all calls. */
  readonly among: (persons: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlySet<Uuid>, QueryError>
}

/** A part of the exceptions; `until` is the last id that is known, undefined where all are. */
interface Part {
  readonly held: ReadonlySet<string>
  readonly until: Uuid | "" | undefined
}

/** Reads the persons of a behaviour part by part; `share` is the number of behaviours that are read beside each other. */
export const makeBehaviourMembers = (
  { exceptions, whenAbsent }: BehaviourStatement,
  run: StatementRun,
  share: number
): BehaviourMembers => {
  const most = Math.max(1, Math.floor(mostHeld / share))
  let part: Part = { held: new Set(), until: "" }

  const readAfter = Effect.fnUntraced(function*(id: Uuid | "") {
    const held = new Set<string>()
    yield* eachRow(exceptions(id === "" ? undefined : id, most), run, ([person]) => held.add(String(person)))
    const next: Part = { held, until: held.size < most ? undefined : [...held].at(-1) as Uuid }
    return next
  })

  return {
    among: Effect.fnUntraced(function*(persons) {
      const members = new Set<Uuid>()
      for (const person of persons) {
        while (part.until !== undefined && person > part.until) part = yield* readAfter(part.until)
        if (part.held.has(person) !== whenAbsent) members.add(person)
      }
      return members
    })
  }
}
