/**
 * Prints how the folders of each package stand on each other and fails where one imports a higher one, or one of its own
 * floor. Files beside the folders compose them: they may import all, and no folder imports them.
 */
import { globSync, readFileSync } from "node:fs"
import { dirname, relative, resolve } from "node:path"
import { floors } from "./floors.ts"

interface Import {
  readonly from: string
  readonly to: string
}

const imported = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"]+)"/g

/** The imports of a package's sources among themselves, as paths below `src`. */
const importsOf = (source: string): ReadonlyArray<Import> =>
  globSync(`${source}/**/*.{ts,tsx}`).flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(imported), ([, target = ""]) => ({
      from: relative(source, file),
      to: relative(source, resolve(dirname(file), target))
    }))
  )

const top = "(root)"

const folderOf = (file: string): string => file.includes("/") ? file.slice(0, file.indexOf("/")) : top

const isDefined = (floor: number | undefined): floor is number => floor !== undefined

let faults = 0

const report = (text: string): void => {
  faults++
  console.error(`  ${text}`)
}

for (const [name, order] of Object.entries(floors)) {
  const source = `packages/${name}/src`
  const floorOf = new Map([...order, [top]].flatMap((folders, floor) => folders.map((folder) => [folder, floor])))
  const imports = importsOf(source).filter(({ from, to }) => folderOf(from) !== folderOf(to))
  console.log(`${name}: ${order.map((folders) => folders.join(", ")).join(" < ")}`)
  const found = new Set(globSync(`${source}/**/*.{ts,tsx}`).map((file) => folderOf(relative(source, file))))
  found.delete(top)
  for (const folder of found) {
    if (!floorOf.has(folder)) report(`${folder} stands on no floor: add it to scripts/floors.ts`)
  }
  for (const folder of order.flat()) if (!found.has(folder)) report(`there is no folder ${folder}`)
  const upward = imports.filter(({ from, to }) => {
    const [own, other] = [floorOf.get(folderOf(from)), floorOf.get(folderOf(to))]
    return isDefined(own) && isDefined(other) && other >= own
  })
  for (const { from, to } of upward) report(`${from} imports ${to}, which does not stand below it`)
  console.log(`  ${found.size} folders, ${imports.length} imports between them, ${upward.length} upward`)
}
process.exitCode = faults === 0 ? 0 : 1
