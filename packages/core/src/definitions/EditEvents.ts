import { DateTime, Effect, Option, Struct } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { Changes, type UserEditing } from "../entities/Changes.ts"
import { now } from "../events/EventTime.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { differs } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type DefinitionId, describedByPeople, undescribed } from "./Definition.ts"
import { eventDefinitionEntity, storedEvent } from "./DefinitionEntities.ts"
import { type EventChanges, readEventChanges, readNewEvent } from "./DefinitionFields.ts"
import { DefinitionRepository } from "./DefinitionRepository.ts"
import { firstCountedDay } from "./DefinitionUpdate.ts"
import { describe } from "./Describing.ts"
import { type EventDefinition, eventDefinitionId } from "./EventDefinition.ts"

const nameTaken = InvalidInput.at(["name"], "unique", "Event definition with this name already exists.")

/** Changes descriptions of events: each change is one transaction with its activity. */
export const makeEventEditing = Effect.gen(function*() {
  const repository = yield* DefinitionRepository
  const transaction = yield* Transaction
  const { record } = yield* Changes
  const users = yield* UserRepository

  const requireOwner = Effect.fnUntraced(function*(project: Project, owner: UserId | null | undefined) {
    if (owner === null || owner === undefined) return
    const members = yield* users.members(project.organization_id)
    if (members.some(({ user }) => user.id === owner)) return
    return yield* InvalidInput.at(["owner"], "does_not_exist", `Invalid pk "${owner}" - object does not exist.`)
  })

  const changed = Effect.fnUntraced(
    function*(before: EventDefinition, changes: EventChanges, { actor, project }: UserEditing) {
      yield* requireOwner(project, changes.owner)
      const describer = { by: actor.id, at: yield* DateTime.now }
      const described = yield* Effect.fromResult(describe(before, changes, describer, "An event"))
      const owner = changes.owner === undefined ? before.owner : changes.owner
      return { ...before, ...described, owner } satisfies EventDefinition
    }
  )

  const lock = Effect.fnUntraced(function*(project: ProjectId, id: DefinitionId) {
    return Option.getOrUndefined(yield* repository.findEventForUpdate(project, id, firstCountedDay(yield* now)))
  })

  const create = Effect.fnUntraced(function*(editing: UserEditing, body: unknown) {
    const { name, ...changes } = yield* readNewEvent(body)
    const { id: project } = editing.project
    const blank: EventDefinition = {
      ...undescribed,
      id: eventDefinitionId(project, name),
      name,
      owner: null,
      created_at: yield* now,
      last_seen_at: null,
      volume: 0,
      volume_30_day: 0
    }
    const event = yield* changed(blank, changes, editing)
    yield* Effect.catchTag(repository.insertEvent(project, event), "EventNameTaken", () => Effect.fail(nameTaken))
    yield* record(editing, eventDefinitionEntity, { after: storedEvent(project, event) })
    return event
  }, transaction.run)

  const patch = Effect.fnUntraced(function*(editing: UserEditing, id: DefinitionId, body: unknown) {
    const { id: project } = editing.project
    const before = yield* lock(project, id)
    if (before === undefined) return undefined
    const after = yield* changed(before, yield* readEventChanges(body), editing)
    if (!differs(before, Struct.pick(after, [...describedByPeople, "owner"]))) return before
    yield* repository.describeEvent(project, after)
    yield* record(editing, eventDefinitionEntity, {
      before: storedEvent(project, before),
      after: storedEvent(project, after)
    })
    return after
  }, transaction.run)

  const remove = Effect.fnUntraced(function*(editing: UserEditing, id: DefinitionId) {
    const { id: project } = editing.project
    const event = yield* lock(project, id)
    if (event === undefined) return false
    yield* repository.removeEvent(project, id)
    yield* record(editing, eventDefinitionEntity, { before: storedEvent(project, event) })
    return true
  }, transaction.run)

  return { create, patch, remove }
})
