import { DateTime, Effect } from "effect"
import { SqlClient } from "effect/sql"

/** The payloads of a flag, as rows; only those of encrypted ones are sealed, as `hs1.<key id>.…`. */
const sealedPayloads = `SELECT split_part(p.value, '.', 2) AS id
  FROM feature_flags f,
    jsonb_each_text(CASE jsonb_typeof(f.filters -> 'payloads') WHEN 'object' THEN f.filters -> 'payloads' ELSE '{}' END) p
  WHERE f.has_encrypted_payloads AND starts_with(p.value, 'hs1.')`

/** The secrets of webhooks, as rows; a former one counts while signatures are made with it. */
const sealedWebhooks = `SELECT split_part(s.value, '.', 2) AS id
  FROM webhooks w, unnest(ARRAY[w.secret, w.previous_secret]) s(value)
  WHERE s.value IS NOT NULL AND (s.value = w.secret OR w.previous_secret_until > now())`

/** The secrets of apps that make codes for signing in, as rows. */
const sealedFactors = "SELECT split_part(f.sealed_secret, '.', 2) AS id FROM second_factors f"

const sealed = `${sealedPayloads} UNION ALL ${sealedWebhooks} UNION ALL ${sealedFactors}`

/** The secrets that are sealed in the database, by the ids of the secret keys. */
export interface SealedSecrets {
  /**
   * The number of secrets sealed with each key, those of deleted flags among them. Keys that were accepted as lost are
   * left out.
   */
  readonly countByKey: Effect.Effect<ReadonlyMap<string, number>>
  /** Goes on without these keys: secrets that are sealed with them count no more. */
  readonly acceptLost: (ids: ReadonlyArray<string>) => Effect.Effect<void>
}

/** The sealed secrets of a database. */
export const make: Effect.Effect<SealedSecrets, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql): SealedSecrets => ({
    countByKey: sql<{ id: string; count: number }>`SELECT s.id, count(*)::int4 AS count
      FROM (${sql.literal(sealed)}) s
      WHERE NOT EXISTS (SELECT 1 FROM accepted_losses a WHERE a.kind = 'secret_key' AND a.name = s.id)
      GROUP BY s.id ORDER BY s.id`.pipe(
      Effect.map((rows) => new Map(rows.map(({ count, id }) => [id, count]))),
      Effect.orDie,
      Effect.withSpan("SealedSecrets.countByKey")
    ),

    acceptLost: Effect.fn("SealedSecrets.acceptLost")(function*(ids: ReadonlyArray<string>) {
      const acceptedAt = DateTime.toDateUtc(yield* DateTime.now)
      yield* sql`INSERT INTO accepted_losses (kind, name, accepted_at)
        SELECT 'secret_key', name, ${acceptedAt} FROM unnest(${ids}::text[]) name ON CONFLICT DO NOTHING`
    }, Effect.orDie)
  })
)
