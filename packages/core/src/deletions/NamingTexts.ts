import { namingProperties, type Person } from "../persons/Person.ts"

/** Shorter names occur by chance in texts about others. */
const shortestName = 5

/** Shorter ids are looked for as a whole text in quotes. */
const shortestBare = 6

/** The texts of a person's properties that name them. */
export const namesOf = ({ properties }: Person): ReadonlyArray<string> => {
  const names = namingProperties.flatMap((property) => {
    const value = properties[property]
    return typeof value === "string" && value.length >= shortestName && !value.includes("\0") ? [value] : []
  })
  return [...new Set(names)]
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** A text that has one of these in it names one of the persons. Ids that are short are meant only where they are quoted. */
export const namingTexts = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const texts = names.flatMap((name) => {
    const forms = [...new Set([name, inJson(name)])]
    return name.length >= shortestBare ? forms : forms.flatMap((form) => [`'${form}'`, `"${form}"`])
  })
  return [...new Set(texts)]
}
