const plural = (count: number): string => `${count} ${count === 1 ? "argument" : "arguments"}`

/** The number of arguments of a function, in words. */
export const wanted = (min: number, max: number): string => {
  if (min === max) return plural(min)
  return max === Infinity ? `at least ${plural(min)}` : `between ${min} and ${max} arguments`
}
