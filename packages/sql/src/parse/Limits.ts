/** The longest text that is read, in UTF-16 code units. */
export const maximumQueryLength = 1024 * 1024

/** The most words, values and signs that a text may have: reading them is one step. */
export const maximumTokens = 50_000

/** The most names, values, operators, clauses and queries that a statement may have, with the values of its placeholders. */
export const maximumNodes = 20_000

/** The error of a text of more tokens. */
export const tooManyTokens = `The query is too long (limit ${maximumTokens} words, values and signs)`

/** The error of a statement of more nodes. */
export const tooManyNodes = `The query is too large (limit ${maximumNodes} names, values and operators)`

/** The greatest nesting of a text: brackets, sub-queries, templates, prefix operators. */
export const maximumDepth = 200

/** The greatest height of a tree, where a chain of operators counts once: recursive readers rely on it. */
export const maximumHeight = 250

/** The greatest height with every operator of a chain counted: readers that go down a chain take one step for each. */
export const maximumChain = 1_200

/** The error of a text that nests deeper. */
export const tooDeep = `The query is nested too deeply (limit ${maximumDepth})`
