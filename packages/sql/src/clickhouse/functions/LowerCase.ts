/** Lower case by single code points. ClickHouse's own looks at what is around a capital sigma, and makes two of `İ`. */
export const lowered = (text: string): string =>
  `lowerUTF8(replaceAll(replaceAll(${text}, '\u0130', 'i'), '\u03a3', '\u03c3'))`
