/** A string constant of our own in a statement; what the plan brings is bound. */
export const sqlText = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`
