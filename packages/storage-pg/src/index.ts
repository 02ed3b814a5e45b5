export * as PgDatabase from "./database/PgDatabase.ts"
export * as EmbeddedPostgres from "./embedded/EmbeddedPostgres.ts"
export * as Migrations from "./migrations/Migrations.ts"
export * as PgStorage from "./PgStorage.ts"
