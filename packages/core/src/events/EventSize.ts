/** The most bytes of an event's JSON text. */
export const maxEventBytes = 1024 * 1024

/**
 * The most names in the objects of an event, those of objects within others included. An engine's objects of more names
 * are tables: to make and to walk one takes a step too long for others to wait.
 */
export const maxEventNames = 20_000

/** What an event of more bytes is told. */
export const tooManyBytes = `An event may have ${maxEventBytes} bytes.`

/** The reason for which an event of that many bytes, or characters, and names is refused; undefined when it is taken. */
export const eventSizeFault = (bytes: number, names: number): string | undefined => {
  if (bytes > maxEventBytes) return tooManyBytes
  return names > maxEventNames ? `The objects of an event may have ${maxEventNames} names.` : undefined
}
