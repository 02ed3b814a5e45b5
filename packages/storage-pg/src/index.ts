export * as PgDatabase from "./database/PgDatabase.ts"
export * as EmbeddedPostgres from "./EmbeddedPostgres.ts"
export * as Migrations from "./Migrations.ts"
export * as PgStorage from "./PgStorage.ts"
