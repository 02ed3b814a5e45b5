import type { KnownPerson } from "../persons/PersonRepository.ts"

/** The properties by which a person is shown, the first that is not empty. */
const shownProperties = ["email", "Email", "$email", "name", "Name", "username", "Username", "UserName"]

/** Ids that software makes: uuids, and long runs of hexadecimal digits. */
const madeUp = /^[0-9a-f]{8}-[0-9a-f-]{27,}$|^[0-9a-f-]{30,}$/i

/** The distinct ids, those that people read before those that software made. */
export const shownDistinctIds = (distinctIds: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...distinctIds.filter((id) => !madeUp.test(id)),
  ...distinctIds.filter((id) => madeUp.test(id))
]

/** The name of a person: a property, else its first distinct id, else its id. */
export const personName = ({ distinctIds, person }: KnownPerson): string => {
  for (const property of shownProperties) {
    const value = person.properties[property]
    if (typeof value === "string" && value !== "") return value
  }
  return shownDistinctIds(distinctIds)[0] ?? person.id
}
