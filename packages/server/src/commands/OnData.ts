import * as Domain from "@hedgerow/core/Domain"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { readSettings } from "../config/UnknownSettings.ts"
import { withLogging } from "../observability/Logging.ts"
import { storage } from "../storage/Storage.ts"
import { actingAs } from "./Access.ts"
import { inWords } from "./CommandRefused.ts"
import { findProject } from "./FindProject.ts"

/** `--user`: the one who acts. */
export const actor = Flag.String("user").pipe(
  Flag.optional,
  Flag.withDescription("The email of the user who asks for it; the only user unless said otherwise")
)

/** Runs a command's work over the domain, beside a running server too. Background work is left to servers. */
export const onDomain = Effect.fnUntraced(
  function*<A, E, R>(work: (config: ServerConfig) => Effect.Effect<A, E, R>) {
    const config = yield* readSettings
    const services = Domain.layer.pipe(Layer.provideMerge(storage(config, "attach")))
    return yield* inWords(work(config)).pipe(Effect.provide(services), withLogging(config))
  }
)

/** Runs a command's work on the data of a project. */
export const onData = <A, E, R>(id: ProjectId, work: (project: Project) => Effect.Effect<A, E, R>) =>
  onDomain(() => Effect.flatMap(findProject(id), work))

/** The author of a change in a project. */
export const editingOf = (project: Project, email: Option.Option<string>) =>
  Effect.map(actingAs(email), ({ user }) => ({ project, actor: user }))
