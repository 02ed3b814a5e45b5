import { Effect } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { boolean, choice, integer, list, readFields } from "../../shared/Fields.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { knownNames, requireNames } from "../../shared/KnownNames.ts"

const maxTargets = 100

/** The fields of a copy. */
export const copyFields = {
  target_project_ids: list(integer(), { nonEmpty: true, maxLength: maxTargets, distinct: true })
    .describe("The ids of the projects that get a copy.", [2]),
  dry_run: boolean().orNull(false).orElse(false)
    .describe("Whether nothing is changed: the answer says what would be.", true),
  disable: boolean().orNull(false).orElse(false).describe("Whether the copies are disabled.", true),
  on_conflict: choice(["update", "fail"]).orNull("update").orElse("update")
    .describe("The effect on a flag that has the key already.", "fail")
}

const names = knownNames(Object.keys(copyFields), {
  words: {
    target_project_ids: ["projects", "project_ids", "targets"],
    disable: ["disabled", "disable_copied_flag"],
    dry_run: ["preview", "simulate"]
  }
})

/** The targets of a copy and its options. */
export interface CopyOptions {
  readonly targets: ReadonlyArray<number>
  /** Reports the changes that a copy would make, and makes none. */
  readonly isDryRun: boolean
  /** The copies are disabled; the flags that they depend on stay as they were. */
  readonly disables: boolean
  /** The effect on a flag that has the key already. */
  readonly onConflict: "update" | "fail"
}

/** Reads what is asked for; a project is no target of its own flags. */
export const readCopyOptions = Effect.fnUntraced(function*(body: unknown, from: ProjectId) {
  yield* requireNames(body, names)
  const { disable, dry_run, on_conflict, target_project_ids: targets } = yield* readFields(copyFields, body)
  const own = targets.indexOf(from)
  if (own !== -1) {
    const message = "A flag cannot be copied into its own project."
    return yield* InvalidInput.at(["target_project_ids", own], "invalid_input", message)
  }
  return { targets, isDryRun: dry_run, disables: disable, onConflict: on_conflict } satisfies CopyOptions
})
