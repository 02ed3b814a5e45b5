import { DateTime, Effect, Option } from "effect"
import { UserRepository } from "../access/AccessRepository.ts"
import { ActivityLog } from "../activity/ActivityLog.ts"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { now } from "../events/EventTime.ts"
import type { Project, ProjectId } from "../identity/Project.ts"
import type { UserId } from "../identity/User.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type DefinitionId, undescribed } from "./Definition.ts"
import { type Editing, eventActivity, isSameEvent } from "./DefinitionActivity.ts"
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
  const activity = yield* ActivityLog
  const versions = yield* DefinitionsVersions
  const users = yield* UserRepository

  const requireOwner = Effect.fnUntraced(function*(project: Project, owner: UserId | null | undefined) {
    if (owner === null || owner === undefined) return
    const members = yield* users.members(project.organization_id)
    if (members.some(({ user }) => user.id === owner)) return
    return yield* InvalidInput.at(["owner"], "does_not_exist", `Invalid pk "${owner}" - object does not exist.`)
  })

  const changed = Effect.fnUntraced(
    function*(before: EventDefinition, changes: EventChanges, { actor, project }: Editing) {
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

  const create = Effect.fnUntraced(function*(editing: Editing, body: unknown) {
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
    yield* activity.record(eventActivity(editing, "created", event))
    yield* versions.bump(project)
    return event
  }, transaction.run)

  const patch = Effect.fnUntraced(function*(editing: Editing, id: DefinitionId, body: unknown) {
    const before = yield* lock(editing.project.id, id)
    if (before === undefined) return undefined
    const after = yield* changed(before, yield* readEventChanges(body), editing)
    if (isSameEvent(before, after)) return before
    yield* repository.describeEvent(editing.project.id, after)
    yield* activity.record(eventActivity(editing, "updated", after, before))
    yield* versions.bump(editing.project.id)
    return after
  }, transaction.run)

  const remove = Effect.fnUntraced(function*(editing: Editing, id: DefinitionId) {
    const event = yield* lock(editing.project.id, id)
    if (event === undefined) return false
    yield* repository.removeEvent(editing.project.id, id)
    yield* activity.record(eventActivity(editing, "deleted", event))
    yield* versions.bump(editing.project.id)
    return true
  }, transaction.run)

  return { create, patch, remove }
})
