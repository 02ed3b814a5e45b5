import { DateTime, Effect, Option } from "effect"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { DefinitionId } from "./Definition.ts"
import { type Editing, isSameProperty, propertyActivity } from "./DefinitionActivity.ts"
import { readPropertyChanges } from "./DefinitionFields.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import { describe } from "./Describing.ts"
import type { PropertyDefinition } from "./PropertyDefinition.ts"
import { propertyTypesOf } from "./PropertyTypesRealm.ts"

/** Changes descriptions of properties: each change is one transaction with its activity. */
export const makePropertyEditing = Effect.gen(function*() {
  const repository = yield* DefinitionRepository
  const transaction = yield* Transaction
  const activity = yield* ActivityLog
  const versions = yield* DefinitionsVersions

  const lock = Effect.fnUntraced(function*({ project }: Editing, id: DefinitionId) {
    return Option.getOrUndefined(yield* repository.findPropertyForUpdate(project.id, id))
  })

  const patch = Effect.fnUntraced(function*(editing: Editing, id: DefinitionId, body: unknown) {
    const before = yield* lock(editing, id)
    if (before === undefined) return undefined
    const changes = yield* readPropertyChanges(body)
    const setsType = changes.property_type !== undefined
    const describer = { by: editing.actor.id, at: yield* DateTime.now }
    const after: PropertyDefinition = {
      ...before,
      ...yield* Effect.fromResult(describe(before, changes, describer, "A property")),
      property_type: changes.property_type === undefined ? before.property_type : changes.property_type
    }
    // A type that is set to what it was is set nevertheless: it is not learnt any more.
    if (isSameProperty(before, after) && !setsType) return before
    yield* repository.describeProperty(editing.project.id, after, setsType)
    yield* activity.record(propertyActivity(editing, "updated", after, before))
    yield* versions.bump(editing.project.id)
    if (after.property_type !== before.property_type) yield* versions.bump(propertyTypesOf(editing.project.id))
    return after
  }, transaction.run)

  const remove = Effect.fnUntraced(function*(editing: Editing, id: DefinitionId) {
    const property = yield* lock(editing, id)
    if (property === undefined) return false
    yield* repository.removeProperty(editing.project.id, id)
    yield* activity.record(propertyActivity(editing, "deleted", property))
    yield* versions.bump(editing.project.id)
    yield* versions.bump(propertyTypesOf(editing.project.id))
    return true
  }, transaction.run)

  return { patch, remove }
})
