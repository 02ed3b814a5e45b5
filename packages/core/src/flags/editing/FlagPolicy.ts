import { Context } from "effect"
import type { ProjectId } from "../../identity/Project.ts"

/**
 * Whether a project's new flags must name the contexts in which they are evaluated. A host application decides; by
 * default none must.
 */
export class RequiresEvaluationTags extends Context.Reference<(project: ProjectId) => boolean>(
  "@hedgerow/core/flags/FlagPolicy/RequiresEvaluationTags",
  { defaultValue: () => () => false }
) {}
