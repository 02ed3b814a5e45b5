import { promotedTypes, type Promotion } from "@hedgerow/core/promotion/Promotion"
import { promotionFields } from "@hedgerow/core/promotion/PromotionInput"
import { Schema } from "effect"
import { ActivityChangeRecord } from "../activity/ActivityEncode.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

/** The targets of a promotion. */
export const PromotionRequest = createBody(promotionFields, {
  identifier: "PromotionRequest",
  description: "The targets of the promotion, and its options."
})

const RecordId = Schema.Union([Schema.Int, Schema.String])

const PromotedThing = Schema.Struct({
  type: described(Schema.Literals(promotedTypes), "The kind of the record."),
  action: described(Schema.Literals(["create", "update", "unchanged"]), "The effect in the project."),
  source_id: described(RecordId, "The id in the project that it comes from."),
  id: described(Schema.NullOr(RecordId), "The id in this project; null when a dry run would make it."),
  key: described(Schema.String, "The key of a flag, the name of any other record."),
  changes: described(Schema.Array(ActivityChangeRecord), "The differences, field by field.")
}).annotate({ identifier: "PromotedThing" })

/** The outcome of a promotion in each project, or the expected one; the record itself is the last thing. */
export const PromotionsRecord = Schema.Struct({
  projects: described(
    Schema.Array(Schema.Struct({
      project_id: described(Schema.Int, "The project's id."),
      id: described(Schema.NullOr(RecordId), "The id of the record there; null when a dry run would make it."),
      revision: described(Schema.String, "A text for `revisions`: it differs when one of the two records does."),
      skipped_fields: described(Schema.Array(Schema.String), "The fields that stay in their project."),
      things: described(Schema.Array(PromotedThing), "The records; the promoted one comes last.")
    })),
    "The projects, by id."
  )
}).annotate({ identifier: "Promotions" })

/** The answer to a promotion. */
export const promotionsRecord = (
  promotions: ReadonlyArray<Promotion<number | string>>
): typeof PromotionsRecord.Type => ({
  projects: promotions.map(({ skipped, ...promotion }) => ({ ...promotion, skipped_fields: skipped }))
})
