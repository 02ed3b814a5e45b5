import { Effect } from "effect"
import { copyFields } from "../flags/copying/CopyOptions.ts"
import type { ProjectId } from "../identity/Project.ts"
import { choice, readFields, record } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { knownNames, requireNames } from "../shared/KnownNames.ts"

/** The fields of a promotion. */
export const promotionFields = {
  target_project_ids: copyFields.target_project_ids.describe("The ids of the projects that get it.", [2]),
  dry_run: copyFields.dry_run,
  on_conflict: choice(["update", "fail"]).orNull("update").orElse("update")
    .describe("The effect on a record that has the name already.", "update"),
  revisions: record().check(
    (sent) =>
      Object.values(sent).every((revision) => typeof revision === "string")
        ? undefined
        : { code: "invalid_input", message: "Enter the revisions of a dry run, by the ids of projects." },
    { additionalProperties: { type: "string" } }
  ).orNull({}).orElse({})
    .describe("The revisions that a dry run showed, by the ids of projects. Another one is refused.", {})
}

const names = knownNames(Object.keys(promotionFields), {
  words: {
    target_project_ids: ["projects", "project_ids", "targets", "target_team_ids"],
    dry_run: ["preview", "simulate"],
    revisions: ["revision", "versions"]
  }
})

/** Reads what is asked for; a project is no target of its own records. */
export const readPromotion = Effect.fnUntraced(function*(body: unknown, from: ProjectId) {
  yield* requireNames(body, names)
  const { dry_run, on_conflict, revisions, target_project_ids: targets } = yield* readFields(promotionFields, body)
  const own = targets.indexOf(from)
  if (own !== -1) {
    const message = "Nothing can be promoted into its own project."
    return yield* InvalidInput.at(["target_project_ids", own], "invalid_input", message)
  }
  return { targets, isDryRun: dry_run, onConflict: on_conflict, revisions }
})

/** A promotion as it was asked for. */
export type PromotionRequest = Effect.Success<ReturnType<typeof readPromotion>>
