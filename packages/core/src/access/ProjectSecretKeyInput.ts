import { shownText } from "@hedgerow/sql/types/ShownText"
import type { Broken } from "../shared/Field.ts"
import { list, text } from "../shared/Fields.ts"
import { secretKeyScopes } from "./ProjectSecretKey.ts"

const grantable = (scopes: ReadonlyArray<string>): Broken | undefined => {
  const other = scopes.find((scope) => !(secretKeyScopes as ReadonlyArray<string>).includes(scope))
  return other === undefined ? undefined : { code: "invalid_input", message: `Invalid scope: ${shownText(other)}` }
}

/** The fields of a project's secret that is made or changed. */
export const secretKeyFields = {
  label: text({ maxLength: 40 }).describe("The purpose of the secret.", "flag service"),
  scopes: list(text(), { nonEmpty: true, maxLength: 100, distinct: true })
    .check(grantable, { items: { type: "string", enum: secretKeyScopes } })
    .describe("The rights of the secret.", ["feature_flag:read"])
}
