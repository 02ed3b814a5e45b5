import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectId } from "@hedgerow/core/identity/Project"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** The storage has no such project. */
export class ProjectUnknown extends Schema.TaggedError<ProjectUnknown>()("ProjectUnknown", { id: ProjectId }) {
  override get message(): string {
    return `There is no project ${this.id}.`
  }
}

/** The project with this id. */
export const findProject = (id: ProjectId) =>
  Effect.flatMap(ProjectRepository, (projects) => projects.find(id)).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.mapError(() => new ProjectUnknown({ id }))
  )
