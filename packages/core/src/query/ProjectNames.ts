import { Context, Effect, Layer } from "effect"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { GroupRepository } from "../persons/GroupRepository.ts"
import type { SqlVariable } from "./variables/SqlVariable.ts"
import { SqlVariableRepository } from "./variables/SqlVariableRepository.ts"

interface Names {
  /** Types of groups. */
  readonly groupTypes: (project: ProjectId) => Effect.Effect<ReadonlyMap<string, GroupTypeIndex>>
  /** Stored variables. */
  readonly variables: (project: ProjectId) => Effect.Effect<ReadonlyArray<SqlVariable>>
}

/** The project's names of records that queries may name; without a storage there are none. */
export class ProjectNames extends Context.Reference<Names>(
  "@hedgerow/core/query/ProjectNames",
  { defaultValue: () => ({ groupTypes: () => Effect.succeed(new Map()), variables: () => Effect.succeed([]) }) }
) {
  static readonly layer: Layer.Layer<never, never, GroupRepository | SqlVariableRepository> = Layer.effect(
    ProjectNames,
    Effect.gen(function*() {
      const groups = yield* GroupRepository
      const variables = yield* SqlVariableRepository
      return { groupTypes: groups.types, variables: (project) => variables.all(project) }
    })
  )
}
