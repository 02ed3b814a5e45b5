import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { packageDirectory } from "../storage/CacheDirectory.ts"

/** The files that pictures are made with: the copies that builds put into this package by their names, and their origins. */
export const pictureOrigins = {
  "resvg.wasm": "@resvg/resvg-wasm/index_bg.wasm",
  "NotoSans-Regular.ttf": "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
  "NotoSans-SemiBold.ttf": "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf"
} as const

type PictureFile = keyof typeof pictureOrigins

/** The path of a file: that of the copy, or in the npm package where sources run. */
const pathOf = (name: PictureFile): string => {
  const copy = join(packageDirectory(), "dist/picture-files", name)
  return existsSync(copy) ? copy : fileURLToPath(import.meta.resolve(pictureOrigins[name]))
}

/** The files of the renderer and of the fonts. */
export const pictureFiles = () => ({
  wasm: pathOf("resvg.wasm"),
  fonts: [pathOf("NotoSans-Regular.ttf"), pathOf("NotoSans-SemiBold.ttf")]
})

/** The thread's program: a source file, the built file beside this one, or the one beside a bundle of everything. */
const entries = ["./worker/main.ts", "./worker/main.js", "./picture-worker.mjs"]

/** The path of the thread's program; undefined where it is missing. */
export const findPictureWorker = (): string | undefined =>
  entries.map((entry) => fileURLToPath(new URL(entry, import.meta.url))).find((file) => existsSync(file))
