import type { StatementNames } from "@hedgerow/sql/resolve/StatementNames"
import { virtualTables } from "./VirtualTables.ts"

const fields: ReadonlySet<string> = new Set(
  Array.from(virtualTables.values(), (table) => Array.from(table.fields.keys())).flat()
)

/** Whether a field of the statement may be one of the groups of a type, by its name: `company.properties.plan`. */
export const mayNameGroupType = ({ paths, sources }: StatementNames): boolean =>
  paths.some(([first = "", second = "", ...rest]) =>
    sources.has(first) ? rest.length > 0 && !fields.has(second) : !fields.has(first)
  )
