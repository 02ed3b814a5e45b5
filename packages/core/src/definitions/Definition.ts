import { type DateTime, Schema } from "effect"
import type { UserId } from "../access/User.ts"
import { Uuid } from "../shared/Uuid.ts"

export const DefinitionId = Uuid.pipe(Schema.brand("DefinitionId"))
export type DefinitionId = typeof DefinitionId.Type

/** What people say about a name; what is learnt of it never changes this. */
export interface Described {
  readonly description: string | null
  readonly tags: ReadonlyArray<string>
  readonly verified: boolean
  readonly verified_at: DateTime.Utc | null
  readonly verified_by: UserId | null
  /** Left out of lists that people choose from. Never together with `verified`. */
  readonly hidden: boolean
  /** When and by whom it was described last; null when it never was. */
  readonly updated_at: DateTime.Utc | null
  readonly updated_by: UserId | null
}

/** What is said of a name that nobody has described. */
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
