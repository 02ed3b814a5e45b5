import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { Effect } from "effect"
import { Context } from "effect"

/** Reads a storage's rows that no port returns: every row of one project, in any order. */
export class StoredRows extends Context.Service<StoredRows, {
  readonly events: (project: ProjectId) => Effect.Effect<ReadonlyArray<Event>>
  readonly personIds: (project: ProjectId) => Effect.Effect<ReadonlyArray<Uuid>>
  /** Old person → the person it is now part of. */
  readonly overrides: (project: ProjectId) => Effect.Effect<ReadonlyMap<Uuid, Uuid>>
}>()("@hedgerow/testing/contracts/StoredRows") {}
