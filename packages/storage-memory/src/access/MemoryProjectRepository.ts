import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { projectEntity, projectRepository } from "@hedgerow/core/access/ProjectEntity"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

/** Projects in memory. */
export const layer: Layer.Layer<ProjectRepository, never, MemoryDatabase> = Layer.effect(
  ProjectRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase
    return projectRepository(
      yield* MemoryEntity.make(projectEntity),
      operation((state) => state.projects.length === 0)
    )
  })
)
