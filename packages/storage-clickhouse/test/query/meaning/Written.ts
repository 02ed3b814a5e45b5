/** A part of a statement as it is written here, and as ClickHouse itself says the same. */
export interface Written {
  readonly ours: string
  readonly native: string
}

const of = (part: Written | string | number, side: keyof Written): string =>
  typeof part === "object" ? part[side] : String(part)

/** A text around parts that are written in two ways. */
export const written = (texts: TemplateStringsArray, ...parts: ReadonlyArray<Written | string | number>): Written => {
  const side = (name: keyof Written): string =>
    texts.reduce((text, next, i) => {
      const part = parts[i - 1]
      return `${text}${part === undefined ? "" : of(part, name)}${next}`
    })
  return { ours: side("ours"), native: side("native") }
}

/** The parts with a text between them. */
export const joined = (parts: ReadonlyArray<Written>, between: string): Written => ({
  ours: parts.map(({ ours }) => ours).join(between),
  native: parts.map(({ native }) => native).join(between)
})

/** A text that both write alike. */
export const both = (text: string): Written => ({ ours: text, native: text })

/** Whole numbers here have a sign; ClickHouse has none for counts and lengths, and finds no type for both. */
export const signed = ({ native, ours }: Written): Written => ({ ours, native: `toInt64(${native})` })
