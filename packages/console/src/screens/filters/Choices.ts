/** A value that is chosen by its words. */
export interface Choice {
  readonly value: string
  readonly label: string
}

/** Choices from their values and the words that people read. */
export const choices = (words: Readonly<Record<string, string>>): Array<Choice> =>
  Object.entries(words).map(([value, label]) => ({ value, label }))
