import { namingProperties } from "../persons/Person.ts"
import type { KnownPerson } from "../persons/PersonRepository.ts"

/** Ids that software makes: uuids, and long runs of hexadecimal digits. */
const madeUp = /^[0-9a-f]{8}-[0-9a-f-]{27,}$|^[0-9a-f-]{30,}$/i

/** The distinct ids, those that people read before those that software made. */
export const shownDistinctIds = (distinctIds: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...distinctIds.filter((id) => !madeUp.test(id)),
  ...distinctIds.filter((id) => madeUp.test(id))
]

/** The name of a person: the first naming property that is not empty, else its first distinct id, else its id. */
export const personName = ({ distinctIds, person }: KnownPerson): string => {
  for (const property of namingProperties) {
    const value = person.properties[property]
    if (typeof value === "string" && value !== "") return value
  }
  return shownDistinctIds(distinctIds)[0] ?? person.id
}
