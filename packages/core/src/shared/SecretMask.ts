/** The shown part of a secret: its first and last four characters, of a short one no more than a quarter in all. */
export const maskOf = (token: string): string => {
  const shown = Math.min(8, Math.floor(token.length / 4))
  const first = Math.min(4, shown)
  return `${token.slice(0, first)}...${token.slice(token.length - (shown - first))}`
}
