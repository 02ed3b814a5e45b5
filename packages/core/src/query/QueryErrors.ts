import { shownText } from "@hedgerow/sql/types/ShownText"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { namedKinds } from "./QueryKindNames.ts"

const oneError = "1 validation error for QueryRequest"

/** The request has no query, or its query no kind. */
export const missingKind = (): InvalidInput =>
  InvalidInput.at([], "parse_error", `${oneError}\nquery\n  Unable to extract tag using discriminator 'kind'`)

/** No node has this kind. */
export const unknownQueryKind = (kind: string): InvalidInput => {
  const tags = namedKinds.map((known) => `'${known}'`).join(", ")
  return InvalidInput.at(
    [],
    "parse_error",
    `${oneError}\nquery\n  Input tag '${
      shownText(kind)
    }' found using 'kind' does not match any of the expected tags: ${tags}`
  )
}

/** Nodes of this kind exist but cannot be run by themselves. */
export const unsupportedQueryKind = (kind: string): InvalidInput =>
  InvalidInput.at([], "invalid_input", `Unsupported query kind: ${shownText(kind)}`)
