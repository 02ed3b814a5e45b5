/** The variant of an entity that was exposed to several. */

/** The label of entities exposed to more than one variant, as the vectors name it. */
const multiple = "$multiple"

export type MultipleVariantHandling = "exclude" | "first_seen"

export interface Exposure {
  readonly entity: string
  readonly variant: string
  readonly time: number
}

/** The variant of each entity; exposures to a variant that the flag does not have are ignored. */
export const assignVariants = (
  exposures: ReadonlyArray<Exposure>,
  variants: ReadonlyArray<string>,
  handling: MultipleVariantHandling
): ReadonlyMap<string, string> => {
  const assigned = new Map<string, string>()
  const known = exposures.filter(({ variant }) => variants.includes(variant))
  for (const { entity, variant } of known.toSorted((one, other) => one.time - other.time)) {
    const earlier = assigned.get(entity)
    if (earlier === undefined) assigned.set(entity, variant)
    else if (handling === "exclude" && earlier !== variant) assigned.set(entity, multiple)
  }
  return assigned
}

/** The number of entities of each variant. */
export const exposureCounts = (assigned: ReadonlyMap<string, string>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const variant of assigned.values()) counts[variant] = (counts[variant] ?? 0) + 1
  return counts
}
