/** A string constant of our own in a statement; values of the plan are bound. */
export const sqlText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`

/** A name between back quotes. */
export const quoted = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``
