/** A tag named in `If-None-Match`, without what stands around it; `W/x` without quotes is taken as it is. */
const bareTag = (text: string): string => {
  const tag = text.trim()
  const quoted = /^(?:W\/)?"(.*)"$/.exec(tag)
  return quoted?.[1] ?? tag
}

/**
 * Whether `If-None-Match` names this entity: quoted or bare, weak or strong, one of several, or `*`. An empty header names
 * none. `hash` is the tag's inner text.
 */
export const matchesEntity = (ifNoneMatch: string | undefined, hash: string): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.split(",").some((text) => {
    const tag = bareTag(text)
    return tag !== "" && (tag === hash || tag === "*")
  })

/** The weak tag of an entity: equal in meaning, even if a proxy changes the bytes. */
export const weakTag = (hash: string): string => `W/"${hash}"`
