import type { Span } from "../ast/Ast.ts"
import { closestName } from "../planning/ClosestName.ts"
import type { Hints } from "../planning/Planning.ts"
import { refuse } from "../typing/SemanticFailure.ts"

/** So many names are listed when none is close. */
const most = 30

/** A hint for an unknown name: the closest known one, else all of them. */
const meant = (name: string, known: ReadonlyArray<string>, kind: string): string | undefined => {
  const close = closestName(name, known)
  if (close !== undefined) return `Did you mean '${close}'?`
  if (known.length === 0) return undefined
  const listed = known.slice(0, most).join(", ")
  return `The ${kind} here are: ${listed}${known.length > most ? ", …" : "."}`
}

/** Refuses a field that a table does not have; `before` is what its fields are written after. */
export const unknownField = (name: string, known: ReadonlyArray<string>, span: Span, before = ""): never => {
  const properties = known.includes("properties") ? ` Properties are read as ${before}properties.${name}.` : ""
  return refuse(`Field not found: ${name}`, span, { hint: `${meant(name, known, "fields") ?? ""}${properties}` })
}

/**
 * A hint for the most likely meaning of a name: a field by another name, or one of a table that is not in the query.
 */
const instead = (
  name: string,
  known: ReadonlyArray<string>,
  tables: ReadonlyArray<string>,
  hints: Hints | undefined
): string | undefined => {
  const other = hints?.field?.(name, known)
  if (other !== undefined) return other
  return tables.length > 0 ? `No table is called ${name} in this query: there is ${tables.join(", ")}.` : undefined
}

/** Refuses a field that no table of the query has; where a table may be meant, the query's tables have these names. */
export const unresolvedField = (
  name: string,
  known: ReadonlyArray<string>,
  tables: ReadonlyArray<string>,
  span: Span,
  hints: Hints | undefined
): never => {
  const close = closestName(name, tables.length === 0 ? known : [...tables, "properties", "person", "session"])
  const properties = known.includes("properties") ? ` Properties are read as properties.${name}, texts` : " Texts"
  const listed = close === undefined ? ` ${meant(name, known, "fields") ?? ""}` : ""
  const asked = close === undefined ? "" : `Did you mean '${close}'?`
  return refuse(`Unable to resolve field: ${name}`, span, {
    hint: known.length === 0
      ? "The query has no FROM, so there are no fields. Did you mean FROM events?"
      : instead(name, known, close === undefined ? tables : [], hints) ??
        `${asked}${properties} stand in single quotes: '${name}'.${listed}`.trim()
  })
}

/** Refuses a table that is not there. */
export const unknownTable = (
  name: string,
  known: ReadonlyArray<string>,
  span: Span,
  hints: Hints | undefined
): never =>
  refuse(`Unknown table "${name}".`, span, {
    hint: hints?.table?.(name) ?? meant(name, known, "tables")
  })
