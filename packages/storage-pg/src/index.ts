export * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
export * as Migrations from "./Migrations.ts"
export * as PgDatabase from "./PgDatabase.ts"
export * as PgStorage from "./PgStorage.ts"
