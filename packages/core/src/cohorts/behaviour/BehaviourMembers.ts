import { Effect } from "effect"
import type { QueryError } from "../../query/QueryKind.ts"
import { eachRow, type StatementRun } from "../../query/structured/RunStatement.ts"
import type { Uuid } from "../../shared/Uuid.ts"
import type { BehaviourStatement } from "./BehaviourSql.ts"

/** So many persons of all behaviours together are held at once. */
const mostHeld = 100_000

/** The persons who behave so, asked about from the first id to the last. */
export interface BehaviourMembers {
  /** Which of these persons behave so; their ids ascend, and come after all that were asked about before. */
  readonly among: (persons: ReadonlyArray<Uuid>) => Effect.Effect<ReadonlySet<Uuid>, QueryError>
}

/** Reads the persons of a behaviour part by part; `share` is the number of behaviours that are read beside each other. */
export const makeBehaviourMembers = (
  { exceptions, whenAbsent }: BehaviourStatement,
  run: StatementRun,
  share: number
): BehaviourMembers => {
  const most = Math.max(1, Math.floor(mostHeld / share))
  let held: ReadonlySet<string> = new Set()
  /** The last id that is known; undefined: all are. */
  let until: Uuid | "" | undefined = ""

  const readOn = Effect.fnUntraced(function*(after: Uuid | "") {
    const found = new Set<string>()
    yield* eachRow(exceptions(after === "" ? undefined : after, most), run, ([person]) => found.add(String(person)))
    held = found
    until = found.size < most ? undefined : [...found].at(-1) as Uuid
  })

  return {
    among: Effect.fnUntraced(function*(persons) {
      const members = new Set<Uuid>()
      for (const person of persons) {
        while (until !== undefined && person > until) yield* readOn(until)
        if (held.has(person) !== whenAbsent) members.add(person)
      }
      return members
    })
  }
}
