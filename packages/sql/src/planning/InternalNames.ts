/**
 * No query can name such a function: a name that begins with an underscore in composed texts is the row of that name
 * alone.
 */
export const internalName = (name: string): string => `\u0000${name}`

/** The name as an error writes it. */
export const shownName = (name: string): string => name.startsWith(internalName("")) ? name.slice(1) : name
