import { isExact, isInt64, isTemporal, type SqlType } from "../types/SqlType.ts"

type Kind = string | ReadonlyArray<Kind>

/** The form of a type's values in documents, by which their sort keys are made. */
const kindOf = (type: SqlType): Kind => {
  if (type.kind === "Array") return ["array", kindOf(type.element)]
  if (type.kind === "Tuple") return ["tuple", ...type.elements.map(kindOf)]
  if (isInt64(type) || isTemporal(type)) return "whole"
  if (isExact(type)) return "exact"
  return type.kind === "Float64" ? "float" : "text"
}

/** A text that sorts as the list of lists or tuples does. */
export const sortKey = (x: string, type: SqlType): string =>
  `hg_sort_key(${x}, '${JSON.stringify(kindOf(type))}'::jsonb) COLLATE "C"`
