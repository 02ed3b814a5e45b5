import { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { maxGroupLength } from "../shared/CapturedText.ts"
import { integer, record, text } from "../shared/Fields.ts"

const group_type_index = integer({ minimum: 0, maximum: GroupTypeIndex.literals.length - 1 }).as<GroupTypeIndex>()
  .describe("The index of the type of groups, from 0 to 4.", 0)

const group_key = text({ verbatim: true, maxLength: maxGroupLength }).describe("The key of the group.", "acme")

/** The parameter that names a type of groups. */
export const groupTypeFields = { group_type_index }

/** The parameters that name one group. */
export const groupIdentityFields = { group_type_index, group_key }

/** The filters of a list of groups of one type. */
export const groupFilterFields = {
  search: text({ verbatim: true }).optional.describe("A part of the key, in any letter case.", "acm"),
  group_key: text({ verbatim: true }).optional.describe("A part of the key, too, in any letter case.", "acme")
}

/** The fields of a new group. */
export const newGroupFields = {
  group_type_index,
  group_key,
  group_properties: record().orElse({}).describe("Its properties.", { name: "Acme", seats: 12 })
}
