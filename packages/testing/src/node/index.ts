export * as PgTest from "./PgTest.ts"
export * as RunDirectory from "./RunDirectory.ts"
