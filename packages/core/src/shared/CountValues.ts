/** The number of JSON values in this one, itself included; counting ends beyond `limit`. */
export const countValues = (value: unknown, limit = Infinity): number => {
  if (typeof value !== "object" || value === null) return 1
  let count = 1
  for (const member of Object.values(value)) {
    if (count > limit) break
    count += countValues(member, limit - count)
  }
  return count
}
