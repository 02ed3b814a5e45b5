import type { Steps } from "@hedgerow/sql/types/Steps"
import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { GroupTypes } from "../persons/GroupProcessing.ts"
import { columnText, maxGroupLength, maxNameLength } from "../shared/CapturedText.ts"
import { type JsonRecord, recordOrEmpty } from "../shared/JsonRecord.ts"
import type { PropertyKey } from "./PropertyDefinition.ts"

/** An event whose names are learnt. Without a profile it sets no person's properties. */
export interface SeenEvent {
  readonly event: CapturedEvent
  readonly hasProfile: boolean
}

/** The owner of a property: events, persons, or one of the five group types. */
export type Bag = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Every bag, in order. */
export const bags: ReadonlyArray<Bag> = [0, 1, 2, 3, 4, 5, 6]

export const eventBag: Bag = 0
const personBag: Bag = 1
const groupBags = { 0: 2, 1: 3, 2: 4, 3: 5, 4: 6 } as const

/** The bag of a property; none when its type of group is not known. */
export const bagOf = ({ group_type_index, kind }: PropertyKey): Bag | undefined => {
  if (kind === "group") return group_type_index === null ? undefined : groupBags[group_type_index]
  return kind === "event" ? eventBag : personBag
}

/** The property of this name in a bag. */
export const keyIn = (bag: Bag, name: string): PropertyKey => {
  if (bag === eventBag) return { kind: "event", group_type_index: null, name }
  if (bag === personBag) return { kind: "person", group_type_index: null, name }
  return { kind: "group", group_type_index: bag - 2 as GroupTypeIndex, name }
}

/** Members of an event's properties that are instructions, no properties. */
const instructions = new Set(["$set", "$set_once", "$unset", "$group_set", "$groups"])

/** Called with each property's name as it was sent. */
export type OnProperty = (bag: Bag, name: string, value: unknown) => void

/** After this many properties of one event others have their turn. */
const propertiesAtOnce = 4_096

function* visit(bag: Bag, values: JsonRecord, onProperty: OnProperty): Steps<void> {
  let seen = 0
  for (const name of Object.keys(values)) {
    if (++seen % propertiesAtOnce === 0) yield
    const value = values[name]
    if (value === null || name.length > maxNameLength) continue
    if (bag === eventBag && name.startsWith("$") && instructions.has(name)) continue
    onProperty(bag, name, value)
  }
}

/** Shows every property of the event, each once per bag, in steps. Values that are null show nothing. */
export function* eachProperty(
  { event, hasProfile }: SeenEvent,
  types: GroupTypes,
  onProperty: OnProperty
): Steps<void> {
  const { values } = event
  yield* visit(eventBag, values, onProperty)
  const set = recordOrEmpty(values["$set"])
  if (hasProfile) {
    yield* visit(personBag, set, onProperty)
    yield* visit(personBag, recordOrEmpty(values["$set_once"]), (bag, name, value) => {
      if (!Object.hasOwn(set, name)) onProperty(bag, name, value)
    })
  }
  if (event.event !== "$groupidentify") return
  const index = types.get(columnText(values["$group_type"], maxGroupLength))
  if (index !== undefined) yield* visit(groupBags[index], recordOrEmpty(values["$group_set"]), onProperty)
}
