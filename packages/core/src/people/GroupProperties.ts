import { Struct } from "effect"
import type { Change } from "../activity/Activity.ts"
import type { EventTime } from "../events/EventTime.ts"
import { Group } from "../persons/Group.ts"
import { maxPersonBytes } from "../persons/PersonBatch.ts"
import { PropertyBag } from "../persons/PropertyBag.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"

/** Properties that a group gets, and names of those that it loses. */
export interface PropertyChange {
  readonly set: StoredProperties
  readonly unset: ReadonlyArray<string>
}

/** The group after a change of its properties: the very group where nothing changes, undefined where it grows too large. */
export const changedGroup = (group: Group, { set, unset }: PropertyChange, at: EventTime): Group | undefined => {
  const bag = new PropertyBag(group.properties)
  if (!bag.update({ set, setOnce: {}, unset }, maxPersonBytes)) return undefined
  return bag.isNew ? new Group(Struct.assign(group, { properties: bag.properties, updated_at: at })) : group
}

const valueIn = ({ properties }: Group, name: string) => Object.hasOwn(properties, name) ? properties[name] : undefined

/** A change of one property, as the activity log has it. */
export const wordedChange = (name: string, before: Group, after: Group): Change => {
  const [old, current] = [valueIn(before, name), valueIn(after, name)]
  const action = old === undefined ? "created" : current === undefined ? "deleted" : "changed"
  return { type: "Group", action, field: name, before: old ?? null, after: current ?? null }
}
