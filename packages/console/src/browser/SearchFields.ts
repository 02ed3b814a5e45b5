/** A text of the address, where there is one. */
export const optionalText = <Name extends string>(
  search: Record<string, unknown>,
  name: Name
): { readonly [K in Name]?: string } => {
  const value = search[name]
  return value === undefined || value === null || value === ""
    ? {}
    : { [name]: String(value) } as { [K in Name]: string }
}
