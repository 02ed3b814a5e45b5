import type { Target } from "../schema/CreateTable.ts"

/** One step of the schema; a released one is never edited. Each statement may run again on top of itself. */
export interface Migration {
  readonly name: string
  readonly statements: (target: Target) => ReadonlyArray<string>
}
