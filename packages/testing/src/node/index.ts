export * as PgTest from "./PgTest.ts"
