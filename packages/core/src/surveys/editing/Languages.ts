const form = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/

/** Words that stand for the texts themselves. */
const originals: ReadonlySet<string> = new Set(["default", "original", "base"])

/** The language of texts without a stated one. */
export const defaultLanguage = "en"

/** A language's code as SDKs compare it: in lower case, with hyphens. */
export const plainLanguage = (code: string): string => code.trim().toLowerCase().replaceAll("_", "-")

/** The fault of a language code; `context` names its owner. */
export const languageFault = (code: string, context: string): string | undefined => {
  const plain = plainLanguage(code)
  if (plain === "") return `${context}: translation language code cannot be empty.`
  if (originals.has(plain)) {
    return `${context}: '${code}' is not a valid translation language. The untranslated text is the original — set the `
      + "survey's base language instead of adding it as a translation."
  }
  return form.test(plain)
    ? undefined
    : `${context}: '${code}' is not a valid language code. Use BCP-47 codes like 'en', 'es', or 'es-MX' (not language `
      + "names like 'english')."
}

/** The fault of the languages of several translations together: one of them twice, or the survey's own. */
export const togetherFault = (
  codes: ReadonlyArray<string>,
  base: string,
  context: string
): readonly [code: string, text: string] | undefined => {
  const seen = new Set<string>()
  for (const code of codes) {
    const plain = plainLanguage(code)
    if (plain === base) {
      return [
        code,
        `${context}: '${code}' matches the survey's base language ('${base}'). The original text already covers this `
        + "language — translate to a different language."
      ]
    }
    if (seen.has(plain)) return [code, `${context}: '${code}' collides with another translation for '${plain}'.`]
    seen.add(plain)
  }
  return undefined
}
