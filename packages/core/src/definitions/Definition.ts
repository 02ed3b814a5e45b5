import { type DateTime, Schema } from "effect"
import type { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"

export const DefinitionId = Uuid.pipe(Schema.brand("DefinitionId"))
export type DefinitionId = typeof DefinitionId.Type

/** The description of a name by people; inference never changes it. */
export interface Described {
  readonly description: string | null
  readonly tags: ReadonlyArray<string>
  readonly verified: boolean
  readonly verified_at: DateTime.Utc | null
  readonly verified_by: UserId | null
  /** Left out of lists that people choose from. Never together with `verified`. */
  readonly hidden: boolean
  /** The time and the author of its last description; null when it was never described. */
  readonly updated_at: DateTime.Utc | null
  readonly updated_by: UserId | null
}

/** The parts of a description that people give; the others follow from them. */
export const describedByPeople = ["description", "tags", "verified", "hidden"] as const

/** The description of a name that nobody has described. */
export const undescribed: Described = {
  description: null,
  tags: [],
  verified: false,
  verified_at: null,
  verified_by: null,
  hidden: false,
  updated_at: null,
  updated_by: null
}
