import { type DateTime, Result } from "effect"
import type { UserId } from "../identity/User.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { Described } from "./Definition.ts"
import type { DescriptionChanges } from "./DefinitionFields.ts"

/** The author and the time of a description. */
export interface Describer {
  readonly by: UserId
  readonly at: DateTime.Utc
}

const uniqueTags = (tags: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(tags.map((tag) => tag.toLowerCase()))
]

const verification = (before: Described, verified: boolean, { at, by }: Describer) => {
  if (!verified) return { verified, verified_at: null, verified_by: null }
  if (before.verified) return { verified, verified_at: before.verified_at, verified_by: before.verified_by }
  return { verified, verified_at: at, verified_by: by }
}

/**
 * The description of a name after a change. Hidden and verified exclude each other: setting one unsets the other, and
 * setting both is refused.
 */
export const describe = (
  before: Described,
  changes: DescriptionChanges,
  describer: Describer,
  noun: "An event" | "A property"
): Result.Result<Described, InvalidInput> => {
  if (changes.hidden === true && changes.verified === true) {
    return Result.fail(InvalidInput.at([], "invalid_input", `${noun} cannot be both hidden and verified.`))
  }
  const verified = changes.hidden === true ? false : changes.verified ?? before.verified
  return Result.succeed({
    description: changes.description === undefined ? before.description : changes.description,
    tags: changes.tags === undefined ? before.tags : uniqueTags(changes.tags),
    ...verification(before, verified, describer),
    hidden: changes.verified === true ? false : changes.hidden ?? before.hidden,
    updated_at: describer.at,
    updated_by: describer.by
  })
}
