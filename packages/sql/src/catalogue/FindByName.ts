/** Finds by exact name, or in any letter case where the entry allows it. */
export const finder = <A extends { readonly anyCase?: true }>(entries: Readonly<Record<string, A>>) => {
  const exact = new Map(Object.entries(entries))
  const lower = new Map(
    Object.entries(entries).flatMap(([name, entry]) =>
      entry.anyCase === true ? [[name.toLowerCase(), entry] as const] : []
    )
  )
  return (name: string): A | undefined => exact.get(name) ?? lower.get(name.toLowerCase())
}
