import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { ProjectId } from "@hedgerow/core/identity/Project"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storage } from "../storage/Storage.ts"
import { actingAs } from "./Access.ts"
import { CommandRefused, inWords } from "./CommandRefused.ts"

/** `--project`: the project that is meant, 1 unless said otherwise. */
export const oneProject = Flag.Int("project").pipe(
  Flag.withSchema(ProjectId),
  Flag.withDefault(ProjectId.make(1)),
  Flag.withDescription("The project's id")
)

/** `--user`: the one who acts. */
export const actor = Flag.String("user").pipe(
  Flag.optional,
  Flag.withDescription("The email of the user who asks for it; the only user unless said otherwise")
)

/** Runs a command's work on the data of a project, beside a running server too. Background work is left to servers. */
export const onData = Effect.fnUntraced(
  function*<A, E, R>(id: ProjectId, work: (project: Project) => Effect.Effect<A, E, R>) {
    const config = yield* readSettings
    const services = Domain.layer.pipe(Layer.provideMerge(storage(config, "attach")))
    const found = Effect.gen(function*() {
      const project = yield* Effect.flatMap((yield* ProjectRepository).find(id), Effect.fromOption).pipe(
        Effect.mapError(() => new CommandRefused({ message: `There is no project ${id}.` }))
      )
      return yield* inWords(work(project))
    })
    return yield* found.pipe(Effect.provide(services), withLogging(config))
  }
)

/** The author of a change in a project. */
export const editingOf = (project: Project, email: Option.Option<string>) =>
  Effect.map(actingAs(email), ({ user }) => ({ project, actor: user }))
