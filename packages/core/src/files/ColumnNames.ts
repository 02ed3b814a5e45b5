/**
 * The names of columns, each once: of equal ones the second and all after it get a number, `count()_2`. `reserved` is the
 * name of no column.
 */
export const uniqueNames = (names: ReadonlyArray<string>, reserved?: string): ReadonlyArray<string> => {
  const all = new Set(names)
  const taken = new Set(reserved === undefined ? [] : [reserved])
  const numbers = new Map<string, number>()
  return names.map((name) => {
    let unique = name
    for (let number = numbers.get(name) ?? 2; taken.has(unique) || (unique !== name && all.has(unique)); number++) {
      unique = `${name}_${number}`
      numbers.set(name, number + 1)
    }
    taken.add(unique)
    return unique
  })
}
