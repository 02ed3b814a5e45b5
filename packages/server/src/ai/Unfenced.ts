/** The text inside a code fence, where the whole answer of a language model stands in one. */
export const unfenced = (answer: string): string => {
  const text = answer.trim()
  const [, inside = text] = /^```[^\n]*\n([\s\S]*?)\n?```$/.exec(text) ?? []
  return inside.trim()
}
