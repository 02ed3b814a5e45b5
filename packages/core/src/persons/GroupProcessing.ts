import type { ProjectId } from "../access/Project.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import { columnText, maxGroupLength } from "../events/CapturedText.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { IngestionWarning } from "../events/IngestionWarning.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import { Group, type GroupTypeIndex } from "./Group.ts"
import { storable, type StoredProperties, updateProperties } from "./PersonProperties.ts"

/** The project's group types by name. */
export type GroupTypes = ReadonlyMap<string, GroupTypeIndex>

/** What one `$groupidentify` says about a group. */
export interface GroupUpdate {
  readonly index: GroupTypeIndex
  readonly key: string
  readonly set: StoredProperties
  readonly at: EventTime
}

const identifiedType = (event: CapturedEvent): string =>
  event.event === "$groupidentify" ? columnText(event.values["$group_type"], maxGroupLength) : ""

const namedGroups = (values: JsonRecord): ReadonlyArray<readonly [type: string, key: string]> =>
  Object.entries(recordOrEmpty(values["$groups"]))
    .map(([type, key]) => [columnText(type, maxGroupLength), columnText(key, maxGroupLength)] as const)
    .filter(([type, key]) => type !== "" && key !== "")

/** The group types the events name, in order of first mention. */
export const groupTypeNames = (events: ReadonlyArray<CapturedEvent>): ReadonlyArray<string> => [
  ...new Set(
    events.flatMap((event) => [identifiedType(event), ...namedGroups(event.values).map(([type]) => type)])
      .filter((type) => type !== "")
  )
]

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

/** What the events' `$groupidentify` say, in order. */
export const groupUpdates = (types: GroupTypes, events: ReadonlyArray<CapturedEvent>): ReadonlyArray<GroupUpdate> =>
  events.flatMap((event) => {
    const index = types.get(identifiedType(event))
    const key = columnText(event.values["$group_key"], maxGroupLength)
    return index === undefined || key === ""
      ? []
      : [{ index, key, set: storable(event.values["$group_set"]), at: event.timestamp }]
  })

/** A warning for each group type that found no free index. */
export const groupTypeWarnings = (types: GroupTypes, names: ReadonlyArray<string>): ReadonlyArray<IngestionWarning> =>
  names.filter((name) => !types.has(name)).map((subject) => ({ type: "group_type_limit_exceeded", subject }))

const identityOf = (index: GroupTypeIndex, key: string): string => `${index}/${key}`

const applied = (project: ProjectId, group: Group | undefined, update: GroupUpdate, now: EventTime): Group => {
  const properties = updateProperties(group?.properties ?? {}, { set: update.set, setOnce: {}, unset: [] })
  if (group !== undefined && properties === group.properties) return group
  return new Group({
    project_id: project,
    group_type_index: update.index,
    group_key: update.key,
    properties,
    created_at: group?.created_at ?? update.at,
    updated_at: now
  })
}

/** Applies updates, in order, to the stored groups; answers those that are new or changed by the whole of them. */
export const processGroups = (
  project: ProjectId,
  stored: ReadonlyArray<Group>,
  updates: ReadonlyArray<GroupUpdate>,
  now: EventTime
): ReadonlyArray<Group> => {
  const before = new Map(stored.map((group) => [identityOf(group.group_type_index, group.group_key), group]))
  const after = new Map(before)
  for (const update of updates) {
    const identity = identityOf(update.index, update.key)
    after.set(identity, applied(project, after.get(identity), update, now))
  }
  return [...after].filter(([identity, group]) => before.get(identity) !== group).map(([, group]) => group)
}
