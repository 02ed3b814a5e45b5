import { SaxesParser } from "saxes"

/** The texts of a drawing, which must be XML. */
export const textsOf = (svg: string): ReadonlyArray<string> => {
  const texts: Array<string> = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on("text", (text) => void texts.push(text.trim()))
  parser.on("error", (error) => {
    throw error
  })
  parser.write(svg).close()
  return texts.filter((text) => text !== "")
}
