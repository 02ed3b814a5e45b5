/** A name as ClickHouse reads it, with any characters. */
export const quoteName = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``
