import { shownText } from "@hedgerow/sql/types/ShownText"
import { InvalidInput } from "../../shared/InvalidInput.ts"

/** The most characters of a prompt. */
export const maxPromptLength = 400

const at = (code: "required" | "too_long" | "unclear", message: string): InvalidInput =>
  InvalidInput.at(["prompt"], code, message)

export const promptRequired: InvalidInput = at("required", "This field is required.")
export const promptTooLong: InvalidInput = at("too_long", "This field is too long.")

/** No query was found for a part of the prompt; `reason` is that part. */
export const promptUnclear = (reason: string): InvalidInput => at("unclear", shownText(reason, 500))
