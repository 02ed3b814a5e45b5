/** A name as ClickHouse reads it, whatever characters it has. */
export const quoteName = (name: string): string => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``
