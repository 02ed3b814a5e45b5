import type { Broken } from "../../shared/Field.ts"
import { text } from "../../shared/Fields.ts"

/** The fewest and the most characters of a password. */
export const passwordLength = { minimum: 8, maximum: 200 }

const longEnough = (password: string): Broken | undefined =>
  [...password].length >= passwordLength.minimum
    ? undefined
    : { code: "min_length", message: `Ensure this field has at least ${passwordLength.minimum} characters.` }

/** A password as it is sent to be compared. */
export const sentPassword = text({ maxLength: passwordLength.maximum, verbatim: true })

/** A password that is set. */
export const newPassword = sentPassword.check(longEnough, {
  anyOf: [{ type: "string", minLength: passwordLength.minimum, maxLength: passwordLength.maximum }, {
    type: "number",
    minimum: 10_000_000
  }]
})
