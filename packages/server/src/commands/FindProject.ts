import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectId } from "@hedgerow/core/identity/Project"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** `--project`: the project that is meant, 1 unless said otherwise. */
export const oneProject = Flag.Int("project").pipe(
  Flag.withSchema(ProjectId),
  Flag.withDefault(ProjectId.make(1)),
  Flag.withDescription("The project's id")
)

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
