type Members = Readonly<Record<string, unknown>>

/** The number of JSON values in this one, itself included; counting ends beyond `limit`. */
export const countValues = (value: unknown, limit = Infinity): number => {
  if (typeof value !== "object" || value === null) return 1
  let count = 1
  const see = (member: unknown) => {
    count += typeof member === "object" ? countValues(member, limit - count) : 1
  }
  if (Array.isArray(value)) {
    for (const member of value) {
      if (count > limit) break
      see(member)
    }
    return count
  }
  // A list of fifty thousand members would be made to be counted.
  for (const name in value) {
    if (count > limit) break
    see((value as Members)[name])
  }
  return count
}
