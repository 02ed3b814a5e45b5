import { Context, Effect, Layer } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { GroupTypeIndex } from "../persons/Group.ts"
import { GroupRepository } from "../persons/GroupRepository.ts"

interface Names {
  /** Types of groups. */
  readonly groupTypes: (project: ProjectId) => Effect.Effect<ReadonlyMap<string, GroupTypeIndex>>
}

/** Names that a project gave to things which queries may name; without a storage there are none. */
export class ProjectNames extends Context.Reference<Names>(
  "@hedgerow/core/query/ProjectNames",
  { defaultValue: () => ({ groupTypes: () => Effect.succeed(new Map()) }) }
) {
  static readonly layer: Layer.Layer<never, never, GroupRepository> = Layer.effect(
    ProjectNames,
    Effect.map(GroupRepository, (groups): Names => ({ groupTypes: groups.types }))
  )
}
