import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { SqlClient } from "effect/sql"
import type { Move } from "./PgPersonStatements.ts"

/**
 * The targets of merged persons' keys, those that win first: a person's own keys come before those that it took over,
 * and these in the order of the merges.
 */
const keyMoves = (merged: ReadonlyArray<Move>): ReadonlyArray<Move> => {
  const targets = new Map<Uuid, Uuid>()
  const sources = new Map<Uuid, Array<Uuid>>()
  for (const { from, into: named } of merged) {
    const into = targets.get(named) ?? named
    if (from === into || targets.has(from)) continue
    const moved = [from, ...sources.get(from) ?? []]
    for (const source of moved) targets.set(source, into)
    const taken = sources.get(into) ?? []
    for (const source of moved) taken.push(source)
    sources.set(into, taken)
    sources.delete(from)
  }
  return [...sources].flatMap(([into, moved]) => moved.map((from) => ({ from, into })))
}

/**
 * Gives merged persons' keys to those they are now part of; the keys that these have already stay. It is a statement of
 * its own, after the persons are locked: so it also sees what was added until then.
 */
export const moveHashKeys = (sql: SqlClient.SqlClient, project: ProjectId, merged: ReadonlyArray<Move>) => {
  const moves = keyMoves(merged)
  return sql`WITH merged AS (
      SELECT * FROM unnest(
        ${moves.map(({ from }) => from)}::uuid[],
        ${moves.map(({ into }) => into)}::uuid[]
      ) WITH ORDINALITY m(old_id, new_id, place)
    ), moved AS (
      DELETE FROM flag_hash_keys k USING merged m WHERE k.project_id = ${project} AND k.person_id = m.old_id
      RETURNING m.new_id, m.place, k.flag_key, k.hash_key
    )
    INSERT INTO flag_hash_keys (project_id, person_id, flag_key, hash_key)
    SELECT DISTINCT ON (new_id, flag_key) ${project}::int4, new_id, flag_key, hash_key
    FROM moved ORDER BY new_id, flag_key, place
    ON CONFLICT (project_id, person_id, flag_key) DO NOTHING`
}
