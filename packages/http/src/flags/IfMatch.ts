/** A version that no flag has. */
const noVersion = 0

/** A version, alone or at the head of the tag that the flag's record was sent with. */
const versionTag = /^(?:W\/)?(?:"(\d{1,9})(?:-[^"]*)?"|(\d{1,9})(?:-[^",]*)?)$/

/**
 * The version that `If-Match` makes a condition of a change; undefined when any will do. A tag that is no version matches
 * none.
 */
export const versionNamed = (ifMatch: string | undefined): number | undefined => {
  const tag = ifMatch?.trim() ?? ""
  if (tag === "" || tag === "*") return undefined
  const [, quoted, bare] = versionTag.exec(tag) ?? []
  return Number(quoted ?? bare ?? noVersion)
}
