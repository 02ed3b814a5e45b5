import { Random } from "@hedgerow/testing/contracts"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

const filesIn = (root: string, source: string): ReadonlyArray<string> =>
  statSync(join(root, source)).isFile()
    ? [source]
    : readdirSync(join(root, source), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .map((path) => `${source}/${path}`)
      .sort()

/** Whether a line may hold a mutant: comments, imports, types and closing brackets do not. */
const isCode = (line: string): boolean =>
  !/^\s*($|\/[/*]|\*|[)}\]]+,?;?$|import |export (type|interface) |readonly )/.test(line)

/** A sample of the lines of code below `sources` that a seed decides, as the ranges `path:line-line`. */
export const sampledLines = (
  root: string,
  { lines, sources }: { readonly sources: ReadonlyArray<string>; readonly lines: number },
  seed: number
): ReadonlyArray<string> => {
  const random = new Random(seed)
  return sources.flatMap((source) => filesIn(root, source))
    .flatMap((path) =>
      readFileSync(join(root, path), "utf8").split("\n").flatMap((line, index) =>
        isCode(line) ? [`${path}:${index + 1}-${index + 1}`] : []
      )
    )
    .map((range) => ({ range, order: random.next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, lines)
    .map(({ range }) => range)
}
