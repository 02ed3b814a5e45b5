import { it } from "@effect/vitest"
import { Migrations, PgDatabase } from "@hedgerow/storage-pg"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"

const q = `
SELECT 'column ' || c.relname::text || '.' || a.attname || ': ' || format_type(a.atttypid, a.atttypmod)
  || coalesce(' collate ' || (SELECT collname FROM pg_collation WHERE oid = a.attcollation), '')
  || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END || ' identity=' || a.attidentity::text || ' generated=' || a.attgenerated::text
  || ' storage=' || a.attstorage::text || ' compression=' || a.attcompression::text || ' stat=' || coalesce(a.attstattarget::text, '') || ' opts=' || coalesce(a.attoptions::text, '')
  || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') || coalesce(' comment ' || col_description(c.oid, a.attnum), '') AS line
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind NOT IN ('i','I')
UNION ALL SELECT 'relation ' || c.relname::text || ' ' || c.relkind::text || ' ' || c.relpersistence::text || ' opts=' || coalesce(c.reloptions::text, '') || ' rls=' || c.relrowsecurity::text || ' part=' || coalesce(pg_get_expr(c.relpartbound, c.oid), '') || coalesce(pg_get_partkeydef(c.oid), '') || ' replident=' || c.relreplident::text || coalesce(obj_description(c.oid, 'pg_class'), '') || coalesce(c.relacl::text, '') || CASE WHEN c.relkind IN ('i','I') THEN pg_get_indexdef(c.oid) ELSE '' END
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
UNION ALL SELECT 'constraint ' || k.conname || ' on ' || k.conrelid::regclass || ' ' || k.contype::text || ' ' || pg_get_constraintdef(k.oid) || ' ' || k.condeferrable::text || k.condeferred::text || k.convalidated::text FROM pg_constraint k WHERE k.connamespace = current_schema()::regnamespace
UNION ALL SELECT 'trigger ' || pg_get_triggerdef(t.oid) || t.tgenabled::text FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal
UNION ALL SELECT 'function ' || pg_get_functiondef(p.oid) || coalesce(obj_description(p.oid, 'pg_proc'), '') FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
UNION ALL SELECT 'sequence ' || s.sequencename || ' ' || s.data_type || ' ' || s.start_value || ' ' || s.min_value || ' ' || s.max_value || ' ' || s.increment_by || ' ' || s.cycle || ' ' || s.cache_size || ' owned by ' || coalesce(pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid), 'none')
  FROM pg_sequences s LEFT JOIN pg_depend d ON d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass AND d.deptype IN ('a', 'i') WHERE s.schemaname = current_schema()
UNION ALL SELECT 'type ' || t.typname || t.typtype::text FROM pg_type t WHERE t.typnamespace = current_schema()::regnamespace
UNION ALL SELECT 'extension ' || extname FROM pg_extension
ORDER BY 1`

it.effect("dump", () =>
  Effect.gen(function*() {
    yield* Migrations.migrate
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql.unsafe<{ line: string }>(q)
    writeFileSync(process.env["DUMP_TO"] ?? "/work/wt/tmp/j/dump.txt", rows.map(({ line }) => line).join("\n") + "\n")
  }).pipe(Effect.provide(Layer.fresh(PgDatabase.layerClient).pipe(Layer.provideMerge(PgTest.layerEmpty)))))
