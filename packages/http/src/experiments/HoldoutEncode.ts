import type { Holdout } from "@hedgerow/core/experiments/holdouts/Holdout"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText } from "@hedgerow/core/shared/IsoText"
import type { Schema } from "effect"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { HoldoutRecord } from "./HoldoutSchema.ts"

type Json = Readonly<Record<string, Schema.Json>>

/** A holdout on the wire. */
export const holdoutRecord = (people: ReadonlyMap<UserId, User>) => (holdout: Holdout): typeof HoldoutRecord.Type => ({
  id: holdout.id,
  name: holdout.name,
  description: holdout.description,
  filters: holdout.filters.map((condition) => condition as Json),
  created_by: namedUser(people, holdout.created_by),
  created_at: isoText(holdout.created_at),
  updated_at: isoText(holdout.updated_at)
})
