import { Effect, Option } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import { type EntityColumns, is } from "../entities/Where.ts"
import type { ProjectId } from "../identity/Project.ts"
import { eventOf, propertyOf, type StoredEvent, storedEvent, type StoredProperty } from "./DefinitionEntities.ts"
import type { EventNameTaken } from "./DefinitionErrors.ts"
import type { DefinitionRepository } from "./DefinitionRepository.ts"
import type { Day } from "./DefinitionUpdate.ts"

type Port = DefinitionRepository["Service"]

/** The part of the port that every storage has for itself: what is learnt, and lists with what was learnt. */
export interface LearntDefinitions extends Pick<Port, "learn" | "listEvents" | "listProperties" | "typedProperties"> {
  /** The volume of an event since a day. */
  readonly volumeSince: (project: ProjectId, name: string, since: Day) => Effect.Effect<number>
  readonly forgetVolumes: (project: ProjectId, name: string) => Effect.Effect<void>
}

/** The port of definitions over the repositories of their entities. */
export const definitionRepository = (
  events: EntityRepository<StoredEvent, EntityColumns, EventNameTaken>,
  properties: EntityRepository<StoredProperty>,
  { forgetVolumes, volumeSince, ...learnt }: LearntDefinitions
): Port => {
  const counted = Effect.fnUntraced(function*(found: Effect.Effect<Option.Option<StoredEvent>>, since: Day) {
    const event = yield* found
    if (Option.isNone(event)) return Option.none()
    const { name, project_id: project } = event.value
    return Option.some(eventOf(event.value, yield* volumeSince(project, name, since)))
  })

  return {
    ...learnt,
    findEvent: (project, id, since) => counted(events.find(project, id), since),
    findEventForUpdate: (project, id, since) => counted(events.findForUpdate(project, id), since),
    findEventByName: (project, name, since) => counted(events.first(project, { where: is("name", name) }), since),
    insertEvent: (project, event) => events.insert(storedEvent(project, event)),
    describeEvent: (project, event) => Effect.orDie(events.update(storedEvent(project, event))),
    removeEvent: Effect.fnUntraced(function*(project, id) {
      const event = yield* events.find(project, id)
      if (Option.isNone(event)) return
      yield* events.remove(project, id)
      yield* forgetVolumes(project, event.value.name)
    }),
    findProperty: (project, id) => Effect.map(properties.find(project, id), Option.map(propertyOf)),
    findPropertyForUpdate: properties.findForUpdate,
    describeProperty: properties.update,
    removeProperty: properties.remove
  }
}
