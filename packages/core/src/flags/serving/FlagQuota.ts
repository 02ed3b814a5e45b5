import { Context, Effect } from "effect"
import type { ProjectId } from "../../identity/Project.ts"

/**
 * A counted use: one evaluation, one fetch of all definitions for local evaluation, or one list of flags for
 * a key, which is counted and given in any case.
 */
export type FlagUse = "evaluation" | "definitions" | "list"

/**
 * Whether a project may still use its flags. Everything is allowed by default; a composition that bills by requests may
 * refuse. It is asked once for each use that counts, so it may count them.
 */
export class FlagQuota extends Context.Reference<(project: ProjectId, use: FlagUse) => Effect.Effect<boolean>>(
  "@hedgerow/core/flags/serving/FlagQuota",
  { defaultValue: () => () => Effect.succeed(true) }
) {}
