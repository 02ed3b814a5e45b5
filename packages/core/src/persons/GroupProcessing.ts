import { Effect } from "effect"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { IngestionWarning } from "../events/IngestionWarning.ts"
import type { ProjectId } from "../identity/Project.ts"
import { columnText, maxGroupLength } from "../shared/CapturedText.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"
import { WorkSlice } from "../shared/WorkSlice.ts"
import { Group } from "./Group.ts"
import { maxPersonBytes } from "./PersonBatch.ts"
import { storable } from "./PersonProperties.ts"
import { PropertyBag } from "./PropertyBag.ts"

/** The project's group types by name. */
export type GroupTypes = ReadonlyMap<string, GroupTypeIndex>

/** The update of one `$groupidentify`. */
export interface GroupUpdate {
  readonly index: GroupTypeIndex
  readonly key: string
  readonly set: StoredProperties
  readonly at: EventTime
}

const identifiedType = (event: CapturedEvent): string =>
  event.event === "$groupidentify" ? columnText(event.values["$group_type"], maxGroupLength) : ""

/** At most this many members of an event's `$groups` are looked at; a project has five types. */
const maxNamed = 20

/** At most this many unknown types are reported at a time. */
const maxUnknown = 100

const namedGroups = (values: JsonRecord): ReadonlyArray<readonly [type: string, key: string]> =>
  Object.entries(recordOrEmpty(values["$groups"])).slice(0, maxNamed)
    .map(([type, key]) => [columnText(type, maxGroupLength), columnText(key, maxGroupLength)] as const)
    .filter(([type, key]) => type !== "" && key !== "")

/** The group types the events name, in order of first mention, and at most a hundred of them. */
export const groupTypeNames = Effect.fnUntraced(
  function*(events: ReadonlyArray<CapturedEvent>): Effect.fn.Return<ReadonlyArray<string>> {
    const names = new Set<string>()
    const slice = new WorkSlice()
    for (const event of events) {
      const own = event.values["$groups"] === undefined ? [] : namedGroups(event.values).map(([type]) => type)
      for (const name of [identifiedType(event), ...own]) if (name !== "" && names.size < maxUnknown) names.add(name)
      if (own.length > 0 && slice.isOver(event.properties.length)) yield* Effect.yieldNow
    }
    return [...names]
  }
)

/** The group keys of an event by group type index; empty where it has none. */
export const groupColumns = (types: GroupTypes, values: JsonRecord) => {
  const keys = ["", "", "", "", ""]
  for (const [type, key] of values["$groups"] === undefined ? [] : namedGroups(values)) {
    const index = types.get(type)
    if (index !== undefined) keys[index] = key
  }
  const [group_0 = "", group_1 = "", group_2 = "", group_3 = "", group_4 = ""] = keys
  return { group_0, group_1, group_2, group_3, group_4 }
}

/** The update of an event that is a `$groupidentify`. */
const groupUpdate = (types: GroupTypes, event: CapturedEvent): GroupUpdate | undefined => {
  if (event.event !== "$groupidentify") return undefined
  const index = types.get(identifiedType(event))
  const key = columnText(event.values["$group_key"], maxGroupLength)
  if (index === undefined || key === "") return undefined
  return { index, key, set: storable(event.values["$group_set"]), at: event.timestamp }
}

/** The updates of the events that are a `$groupidentify`, in order. */
export const groupUpdates = Effect.fnUntraced(
  function*(types: GroupTypes, events: ReadonlyArray<CapturedEvent>): Effect.fn.Return<ReadonlyArray<GroupUpdate>> {
    const slice = new WorkSlice()
    const updates: Array<GroupUpdate> = []
    for (const event of events) {
      const update = groupUpdate(types, event)
      if (update === undefined) continue
      updates.push(update)
      if (slice.isOver(event.properties.length)) yield* Effect.yieldNow
    }
    return updates
  }
)

/** A warning for each group type that found no free index. */
export const groupTypeWarnings = (types: GroupTypes, names: ReadonlyArray<string>): ReadonlyArray<IngestionWarning> =>
  names.filter((name) => !types.has(name)).map((subject) => ({ type: "group_type_limit_exceeded", subject }))

const identityOf = (index: GroupTypeIndex, key: string): string => `${index}/${key}`

/** A group while updates are applied. */
interface OpenGroup {
  readonly stored: Group | undefined
  readonly first: GroupUpdate
  readonly bag: PropertyBag
}

const groupOf = (project: ProjectId, { bag, first, stored }: OpenGroup, now: EventTime): Group =>
  new Group({
    project_id: project,
    group_type_index: first.index,
    group_key: first.key,
    properties: bag.properties,
    created_at: stored?.created_at ?? first.at,
    updated_at: now
  })

/** The groups that a batch of events changes, and what is to be warned of. */
export interface GroupOutcome {
  readonly changed: ReadonlyArray<Group>
  readonly warnings: ReadonlyArray<IngestionWarning>
}

/**
 * Applies updates, in order, to the stored groups; answers those that are new or changed by the whole of them. A group's
 * properties are bounded as a person's are.
 */
export const processGroups = Effect.fnUntraced(function*(
  project: ProjectId,
  stored: ReadonlyArray<Group>,
  updates: ReadonlyArray<GroupUpdate>,
  now: EventTime
): Effect.fn.Return<GroupOutcome> {
  const known = new Map(stored.map((group) => [identityOf(group.group_type_index, group.group_key), group]))
  const open = new Map<string, OpenGroup>()
  const warnings: Array<IngestionWarning> = []
  const slice = new WorkSlice()
  for (const update of updates) {
    const identity = identityOf(update.index, update.key)
    const before = known.get(identity)
    const group = open.get(identity) ??
      { stored: before, first: update, bag: new PropertyBag(before?.properties ?? {}) }
    open.set(identity, group)
    if (!group.bag.update({ set: update.set, setOnce: {}, unset: [] }, maxPersonBytes)) {
      warnings.push({ type: "group_properties_size_violation", subject: update.key })
    }
    if (slice.isOver(64 * Object.keys(update.set).length)) yield* Effect.yieldNow
  }
  const changed: Array<Group> = []
  for (const group of open.values()) {
    if (group.stored === undefined || group.bag.isNew) changed.push(groupOf(project, group, now))
    if (slice.isOver(3 * group.bag.bytes)) yield* Effect.yieldNow
  }
  return { changed, warnings }
})
