/** A text of the address, where there is one. */
export const optionalText = <Name extends string>(
  search: Record<string, unknown>,
  name: Name
): { readonly [K in Name]?: string } => {
  const value = search[name]
  // The router reads JSON: a text such as `1` comes as a number.
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value
  return typeof text === "string" && text !== "" ? { [name]: text } as { [K in Name]: string } : {}
}
