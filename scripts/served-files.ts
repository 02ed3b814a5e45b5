/** Files that a build made, compressed and put where the server serves them. */
import { cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"

/** The names of the files in a folder and below it. */
export const filesOf = (folder: string): ReadonlyArray<string> =>
  globSync("**/*", { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile())

/** Brotli of a quality up to 11. */
export const brotli = (quality: number) => (bytes: Uint8Array): Uint8Array =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

interface Compressed {
  readonly from: string
  readonly to: string
  readonly names: ReadonlyArray<string>
  /** The codings of each file by the ending that they get. */
  readonly codings: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>>
  /** Further files, which are written last. */
  readonly lists?: Readonly<Record<string, string>>
}

/** Compresses files beside the folder from which they are served, and puts all of them there at once. */
export const putCompressed = ({ codings, from, lists = {}, names, to }: Compressed): void => {
  const next = `${to}.next`
  rmSync(next, { recursive: true, force: true })
  for (const name of names) {
    mkdirSync(dirname(join(next, name)), { recursive: true })
    const bytes = readFileSync(join(from, name))
    for (const [ending, pack] of Object.entries(codings)) writeFileSync(join(next, `${name}${ending}`), pack(bytes))
  }
  for (const [name, text] of Object.entries(lists)) writeFileSync(join(next, name), text)
  rmSync(to, { recursive: true, force: true })
  renameSync(next, to)
}

/** Puts a copy of served files into a folder of a package that serves them. */
export const copyServed = (served: string, folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(served, folder, { recursive: true })
}
