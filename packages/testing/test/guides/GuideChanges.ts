/** A file that a guide prints whole. */
export interface PrintedFile {
  readonly path: string
  readonly code: string
}

/** The lines of a guide's change of a file, with their first character: kept, added or removed. */
export interface PrintedChange {
  readonly path: string
  readonly lines: ReadonlyArray<string>
}

/** The files that a guide prints: their paths stand in their first lines. */
export const printedFiles = (guide: string): ReadonlyArray<PrintedFile> =>
  [...guide.matchAll(/^```ts\n\/\/ (packages\/\S+)\n([^]*?)^```/gm)].map(([, path = "", code = ""]) => ({ path, code }))

/** The changes that a guide prints, file by file: `+++` and the path stand above the lines of each. */
export const printedChanges = (guide: string): ReadonlyArray<PrintedChange> =>
  [...guide.matchAll(/^```diff\n([^]*?)^```/gm)]
    .flatMap(([, diff = ""]) => diff.split(/^\+\+\+ /m).slice(1))
    .map((one) => {
      const [path = "", ...lines] = one.trimEnd().split("\n")
      return { path, lines }
    })

/** The text with a change: each kept or removed line is looked for behind the one before it. */
export const changed = (text: string, { lines, path }: PrintedChange): string => {
  const result = text.split("\n")
  let at = 0
  for (const line of lines) {
    const meant = line.slice(1)
    if (line.startsWith("+")) {
      result.splice(at, 0, meant)
      at += 1
      continue
    }
    const found = result.indexOf(meant, at)
    if (found < 0) throw new Error(`${path} has no line "${meant}" behind line ${at}`)
    if (line.startsWith("-")) result.splice(found, 1)
    at = line.startsWith("-") ? found : found + 1
  }
  return result.join("\n")
}
