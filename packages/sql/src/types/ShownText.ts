/** The most that an error text shows of a value, in characters. */
const maxShown = 100

/** A text of a client, or one that quotes it, as an error shows it: of a long one the beginning. */
export const shownText = (text: string, limit: number = maxShown): string =>
  text.length <= limit ? text : `${Array.from(text.slice(0, 2 * limit)).slice(0, limit).join("")}…`
