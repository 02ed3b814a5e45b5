import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  distinctIdCopied,
  overrideCopied,
  overrideRemoved,
  personCopied,
  personRemoved
} from "@hedgerow/core/persons/CopiedPersons"
import type { PersonChanges } from "@hedgerow/core/persons/PersonRepository"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { statementParts } from "../database/StatementParts.ts"
import { moveHashKeys } from "./PgMovedHashKeys.ts"
import { membershipMoved, type MovedMembership, moveMemberships } from "./PgMovedMemberships.ts"
import { type Merged, type Move, type Overridden, type Owner, personStatements } from "./PgPersonStatements.ts"

/**
 * The final target of each merged person when the merges are done in order, and a later one may merge an earlier
 * target.
 */
const finalMerges = (merged: ReadonlyArray<Move>): ReadonlyArray<Move> => {
  const targets = new Map<Uuid, Uuid>()
  const sources = new Map<Uuid, Array<Uuid>>()
  for (const { from, into: named } of merged) {
    const into = targets.get(named) ?? named
    if (from === into) continue
    const ended = sources.get(into) ?? []
    sources.set(into, ended)
    for (const earlier of sources.get(from) ?? []) {
      if (targets.get(earlier) !== from) continue
      targets.set(earlier, into)
      ended.push(earlier)
    }
    sources.delete(from)
    targets.set(from, into)
    ended.push(from)
  }
  return [...targets].filter(([from, into]) => from !== into).map(([from, into]) => ({ from, into }))
}

const lastOf = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [key(item), item])).values()
]

/** The rows that the statements have written, in the order of the statements. */
interface Written {
  readonly assigned: ReadonlyArray<Owner>
  readonly memberships: ReadonlyArray<MovedMembership>
  readonly merged: ReadonlyArray<Merged>
  readonly overridden: ReadonlyArray<Overridden>
  readonly returned: ReadonlyArray<Pick<Overridden, "old_person_id">>
}

/** One message for each row; of a person that was merged away, that it is gone. */
const messagesOf = (
  project: ProjectId,
  upserted: PersonChanges["upserted"],
  moves: ReadonlyArray<Move>,
  { assigned, memberships, merged, overridden, returned }: Written
): ReadonlyArray<CopyMessage> => {
  const gone = new Set(moves.map(({ from }) => from))
  const messages = new Map<string, CopyMessage>()
  const add = (message: CopyMessage): void => void messages.set(`${message.topic}/${message.key}`, message)
  for (const person of upserted) if (!gone.has(person.id)) add(personCopied(person))
  for (const { old_person_id } of returned) add(overrideRemoved(project, old_person_id))
  for (const { distinct_id, person_id } of assigned) add(distinctIdCopied(project, distinct_id, person_id))
  for (const row of merged) {
    if (row.change === "deleted") add(personRemoved(project, row.id))
    else if (row.change === "moved") add(distinctIdCopied(project, row.id, row.person_id))
    else if (row.change === "returned") add(overrideRemoved(project, row.id))
    else add(overrideCopied(project, row.id, row.person_id))
  }
  for (const { old_person_id, person_id } of overridden) add(overrideCopied(project, old_person_id, person_id))
  for (const membership of memberships) add(membershipMoved(project, membership))
  return [...messages.values()]
}

/** Writes changes and returns the messages that copies follow, if there are any (`isCopied`). */
export const personChanges = (sql: SqlClient.SqlClient, isCopied: boolean) => {
  const write = personStatements(sql, isCopied)

  return Effect.fnUntraced(function*(project: ProjectId, changes: PersonChanges) {
    const moves = finalMerges(changes.merged)
    const targets = new Map(moves.map(({ from, into }) => [from, into]))
    const overridden = changes.overridden
      .map(({ from, into }) => ({ from, into: targets.get(into) ?? into }))
      .filter(({ from, into }) => from !== into)
    const overrides = lastOf([...overridden, ...moves], ({ from }) => from)
    const upserted = lastOf(changes.upserted, (person) => person.id)
    const assigned = lastOf(changes.assigned, ({ distinctId }) => distinctId)
    const texts = yield* statementParts(
      upserted,
      (person) => ({ person, properties: JSON.stringify(person.properties) }),
      ({ properties }) => properties.length
    )
    for (const part of texts) yield* write.upsert(project, part)
    const { returned } = changes
    const written: Written = {
      returned: returned.length > 0 ? yield* write.unoverride(project, returned) : [],
      assigned: assigned.length > 0 ? yield* write.assign(project, assigned) : [],
      merged: moves.length > 0 ? yield* write.merge(project, moves) : [],
      overridden: overrides.length > 0 ? yield* write.override(project, overrides) : [],
      memberships: moves.length > 0 ? yield* moveMemberships(sql, project, moves) : []
    }
    if (moves.length > 0) yield* moveHashKeys(sql, project, changes.merged)
    return isCopied ? messagesOf(project, upserted, moves, written) : []
  }, sql.withTransaction)
}
