import { Context, Effect, Layer } from "effect"
import { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { DefinitionRepository } from "../definitions/DefinitionRepository.ts"
import { groupSightings } from "../definitions/GroupSightings.ts"
import { propertyTypesOf } from "../definitions/PropertyTypesRealm.ts"
import { TypedProperties } from "../definitions/TypedProperties.ts"
import { Changes, type Editing } from "../entities/Changes.ts"
import { type EventTime, now } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { Group, groupEntity, LoggedGroup } from "../persons/Group.ts"
import { GroupNotFound } from "../persons/GroupErrors.ts"
import { type GroupFilter, type GroupPage, type GroupPlace, GroupRepository } from "../persons/GroupRepository.ts"
import { maxPersonBytes } from "../persons/PersonBatch.ts"
import { storable } from "../persons/PersonProperties.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { type FieldValues, readFields } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"
import { Transaction } from "../shared/Transaction.ts"
import { type groupIdentityFields, newGroupFields } from "./GroupInput.ts"
import { changedGroup, type PropertyChange, wordedChange } from "./GroupProperties.ts"

/** A type of groups, such as `company`. */
export interface GroupType {
  readonly name: string
  readonly index: GroupTypeIndex
}

/** The type and the key of one group. */
export type GroupIdentity = FieldValues<typeof groupIdentityFields>

const noSuchType = InvalidInput.at(
  ["group_type_index"],
  "does_not_exist",
  "The project has no type of groups with this index."
)

const keyTaken = InvalidInput.at(["group_key"], "unique", "A group with this key already exists")

const tooLarge = (field: string) =>
  InvalidInput.at([field], "too_long", `The properties of a group may have ${maxPersonBytes} bytes.`)

const notAName = InvalidInput.at(["key"], "invalid_key", "This is no name of a property.")

/** The groups of projects: companies, teams and others that several persons share. */
export class Groups extends Context.Service<Groups, {
  /** By index. */
  readonly types: (project: ProjectId) => Effect.Effect<ReadonlyArray<GroupType>>
  /** By key. */
  readonly list: (
    project: ProjectId,
    filter: GroupFilter,
    place: GroupPlace | undefined,
    limit: number
  ) => Effect.Effect<GroupPage>
  readonly find: (project: ProjectId, identity: GroupIdentity) => Effect.Effect<Group, GroupNotFound>
  /** A new group of a type that events have named. */
  readonly create: (by: Editing, body: unknown) => Effect.Effect<Group, InvalidInput>
  /** Sets a property, and leaves the others. */
  readonly setProperty: (
    by: Editing,
    identity: GroupIdentity,
    property: JsonRecord
  ) => Effect.Effect<Group, GroupNotFound | InvalidInput>
  /** Removes a property; one that the group does not have changes nothing. */
  readonly unsetProperty: (
    by: Editing,
    identity: GroupIdentity,
    name: string
  ) => Effect.Effect<Group, GroupNotFound | InvalidInput>
}>()("@hedgerow/core/people/Groups") {
  static readonly layer: Layer.Layer<
    Groups,
    never,
    | ChangeCapture
    | Changes
    | DefinitionRepository
    | DefinitionsVersions
    | GroupRepository
    | Transaction
    | TypedProperties
  > = Layer.effect(
    Groups,
    Effect.gen(function*() {
      const capture = yield* ChangeCapture
      const changes = yield* Changes
      const definitions = yield* DefinitionRepository
      const repository = yield* GroupRepository
      const transaction = yield* Transaction
      const typed = yield* TypedProperties
      const versions = yield* DefinitionsVersions

      const types = Effect.fn("Groups.types")(function*(project: ProjectId) {
        const found = Array.from(yield* repository.types(project), ([name, index]): GroupType => ({ name, index }))
        return found.toSorted((left, right) => left.index - right.index)
      })

      /** Stores the names of properties, as those of events are before the events. */
      const learn = Effect.fnUntraced(function*(
        { project_id, group_type_index }: Group,
        properties: StoredProperties,
        at: EventTime
      ) {
        const known = { at, types: yield* typed.of(project_id) }
        const update = groupSightings(project_id, group_type_index, properties, known)
        if (update.properties.length === 0) return
        yield* definitions.learn(project_id, update)
        if (update.changesTypes) yield* versions.bump(propertyTypesOf(project_id))
      })

      const createIt = Effect.fnUntraced(function*(by: Editing, fields: FieldValues<typeof newGroupFields>) {
        const { group_key, group_properties, group_type_index } = fields
        const project = by.project.id
        const known = yield* types(project)
        if (!known.some(({ index }) => index === group_type_index)) return yield* noSuchType
        const at = yield* now
        const identity = { project_id: project, group_type_index, group_key }
        const blank = new Group({ ...identity, properties: {}, created_at: at, updated_at: at })
        const group = changedGroup(blank, { set: storable(group_properties), unset: [] }, at)
        if (group === undefined) return yield* tooLarge("group_properties")
        if (!(yield* repository.claim(project, group))) return yield* keyTaken
        yield* capture.capture(repository.save(project, [group]))
        yield* learn(group, group.properties, at)
        yield* changes.record(by, groupEntity, { after: LoggedGroup.of(group) })
        return group
      })

      const changeIt = Effect.fnUntraced(function*(
        by: Editing,
        { group_key: key, group_type_index: index }: GroupIdentity,
        change: PropertyChange,
        action: string
      ) {
        const [before] = yield* Effect.orDie(repository.lock(by.project.id, [{ index, key }]))
        if (before === undefined) return yield* new GroupNotFound()
        const at = yield* now
        const after = changedGroup(before, change, at)
        if (after === undefined) return yield* tooLarge("value")
        if (after === before) return before
        yield* capture.capture(repository.save(by.project.id, [after]))
        yield* learn(after, change.set, at)
        const names = [...Object.keys(change.set), ...change.unset]
        yield* changes.record(by, groupEntity, { before: LoggedGroup.of(before), after: LoggedGroup.of(after) }, {
          action,
          changes: names.map((name) => wordedChange(name, before, after))
        })
        return after
      })

      return Groups.of({
        types,
        list: Effect.fn("Groups.list")(repository.list),
        find: Effect.fn("Groups.find")(function*(project: ProjectId, { group_key, group_type_index }: GroupIdentity) {
          return (yield* repository.find(project, group_type_index, group_key)) ?? (yield* new GroupNotFound())
        }),
        create: Effect.fn("Groups.create")(function*(by: Editing, body: unknown) {
          return yield* transaction.run(createIt(by, yield* readFields(newGroupFields, body)))
        }),
        setProperty: Effect.fn("Groups.setProperty")(
          function*(by: Editing, identity: GroupIdentity, property: JsonRecord) {
            const set = storable(property)
            if (Object.keys(set).length === 0) return yield* notAName
            return yield* transaction.run(changeIt(by, identity, { set, unset: [] }, "update_property"))
          }
        ),
        unsetProperty: Effect.fn("Groups.unsetProperty")((by: Editing, identity: GroupIdentity, name: string) =>
          transaction.run(changeIt(by, identity, { set: {}, unset: [name] }, "delete_property"))
        )
      })
    })
  )
}
