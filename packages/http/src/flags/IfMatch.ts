/** A version that no flag has. */
const noVersion = 0

/**
 * The version that `If-Match` makes a condition of a change; undefined when any will do. A tag that is no version matches
 * none.
 */
export const versionNamed = (ifMatch: string | undefined): number | undefined => {
  const tag = ifMatch?.trim() ?? ""
  if (tag === "" || tag === "*") return undefined
  const [, quoted, bare] = /^(?:W\/)?(?:"(\d{1,9})"|(\d{1,9}))$/.exec(tag) ?? []
  return Number(quoted ?? bare ?? noVersion)
}
