import { DateTime, Effect, Option, Struct } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { Changes, type UserEditing } from "../entities/Changes.ts"
import { differs } from "../shared/Fields.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type DefinitionId, describedByPeople } from "./Definition.ts"
import { propertyDefinitionEntity, propertyOf, StoredProperty, withType } from "./DefinitionEntities.ts"
import { readPropertyChanges } from "./DefinitionFields.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import { describe } from "./Describing.ts"
import { propertyTypesOf } from "./PropertyTypesRealm.ts"

/** Changes descriptions of properties: each change is one transaction with its activity. */
export const makePropertyEditing = Effect.gen(function*() {
  const repository = yield* DefinitionRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const versions = yield* DefinitionsVersions

  const lock = Effect.fnUntraced(function*({ project }: UserEditing, id: DefinitionId) {
    return Option.getOrUndefined(yield* repository.findPropertyForUpdate(project.id, id))
  })

  const patch = Effect.fnUntraced(function*(editing: UserEditing, id: DefinitionId, body: unknown) {
    const before = yield* lock(editing, id)
    if (before === undefined) return undefined
    const changes = yield* readPropertyChanges(body)
    const describer = { by: editing.actor.id, at: yield* DateTime.now }
    const described = yield* Effect.fromResult(describe(before, changes, describer, "A property"))
    const { property_type: type } = changes
    // A type that is set to what it was is set nevertheless: it is not learnt any more.
    if (type === undefined && !differs(before, Struct.pick(described, describedByPeople))) return propertyOf(before)
    const after = new StoredProperty({ ...type === undefined ? before : withType(before, type), ...described })
    yield* repository.describeProperty(after)
    yield* record(editing, propertyDefinitionEntity, { before, after })
    if (after.property_type !== before.property_type) yield* versions.bump(propertyTypesOf(editing.project.id))
    return propertyOf(after)
  }, transaction.run)

  const remove = Effect.fnUntraced(function*(editing: UserEditing, id: DefinitionId) {
    const property = yield* lock(editing, id)
    if (property === undefined) return false
    yield* repository.removeProperty(editing.project.id, id)
    yield* record(editing, propertyDefinitionEntity, { before: property })
    yield* versions.bump(propertyTypesOf(editing.project.id))
    return true
  }, transaction.run)

  return { patch, remove }
})
