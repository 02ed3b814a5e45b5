import { Context, Effect, Layer, Result, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Action } from "./Action.ts"
import { ActionRepository } from "./ActionRepository.ts"
import { ActionStep } from "./ActionStep.ts"

/** An action as queries name it. */
export interface KnownAction extends Pick<Action, "id" | "name"> {
  readonly steps: ReadonlyArray<ActionStep>
}

const readStep = Schema.decodeUnknownResult(ActionStep)

/** A step that cannot be read, of a newer release perhaps, holds for no event. */
const known = ({ id, name, steps }: Action): KnownAction => ({
  id,
  name,
  steps: steps.flatMap((step) => Result.match(readStep(step), { onFailure: () => [], onSuccess: (read) => [read] }))
})

/** The actions that queries of a project may name: those that are not deleted. */
export class KnownActions extends Context.Service<KnownActions, {
  readonly of: (project: ProjectId) => Effect.Effect<ReadonlyArray<KnownAction>>
}>()("@hedgerow/core/actions/KnownActions") {
  static readonly layer: Layer.Layer<KnownActions, never, ActionRepository> = Layer.effect(
    KnownActions,
    Effect.map(
      ActionRepository,
      (repository) =>
        KnownActions.of({ of: (project) => Effect.map(repository.all(project), (actions) => actions.map(known)) })
    )
  )

  /** There is none. */
  static readonly layerNone: Layer.Layer<KnownActions> = Layer.succeed(KnownActions, { of: () => Effect.succeed([]) })
}
