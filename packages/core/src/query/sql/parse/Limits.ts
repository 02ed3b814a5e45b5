/** The longest text that is read, in UTF-16 code units. */
export const maximumQueryLength = 1024 * 1024

/** How deep a text may nest: brackets, sub-queries, templates, prefix operators. */
export const maximumDepth = 500

/** The greatest height of a tree, chains of operators included: what every recursive reader of one can rely on. */
export const maximumHeight = 1_000

/** What is said of a text that nests deeper. */
export const tooDeep = `The query is nested too deeply (limit ${maximumDepth})`
