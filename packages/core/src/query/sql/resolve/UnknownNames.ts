import type { Span } from "../Ast.ts"
import { closestName } from "../catalogue/ClosestName.ts"
import { refuse } from "./SemanticFailure.ts"

/** So many names are listed when none is close. */
const most = 30

/** What a writer may have meant by a name: the closest one there is, else all of them. */
const meant = (name: string, known: ReadonlyArray<string>, kind: string): string | undefined => {
  const close = closestName(name, known)
  if (close !== undefined) return `Did you mean '${close}'?`
  if (known.length === 0) return undefined
  const listed = known.slice(0, most).join(", ")
  return `The ${kind} here are: ${listed}${known.length > most ? ", …" : "."}`
}

/** Refuses a field that a table does not have. */
export const unknownField = (name: string, known: ReadonlyArray<string>, span: Span): never =>
  refuse(`Field not found: ${name}`, span, { hint: meant(name, known, "fields") })

/** Refuses a field that no table of the query has. */
export const unresolvedField = (name: string, known: ReadonlyArray<string>, span: Span): never =>
  refuse(`Unable to resolve field: ${name}`, span, {
    hint: known.length === 0
      ? "The query has no FROM, so there are no fields. Did you mean FROM events?"
      : `${meant(name, known, "fields") ?? ""} Properties of events are read as properties.${name}, and texts stand in `
        + "single quotes."
  })

/** Refuses a table that is not there. */
export const unknownTable = (name: string, known: ReadonlyArray<string>, span: Span): never =>
  refuse(`Unknown table "${name}".`, span, { hint: meant(name, known, "tables") })
