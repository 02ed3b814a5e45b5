import { create } from "content-disposition"

/** A longer name is cut. */
const longestName = 100

/** Characters that file systems do not take, or that nobody sees: the name of a file shows what it is. */
const unfit = /[\p{C}\s/\\:*?"<>|]+/gu

/** The header by which browsers save an answer as a file: with this name, as far as file systems take it. */
export const savedAs = (name: string, extension: string): Readonly<Record<string, string>> => {
  const fit = [...name.replaceAll(unfit, " ").replace(/^[. ]+/, "")].slice(0, longestName).join("")
  return { "content-disposition": create(`${fit.trim() || "query"}.${extension}`) }
}
