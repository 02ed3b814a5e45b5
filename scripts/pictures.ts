/** Copies what pictures of charts are made with, so that users need not install all weights of a font. */
import { pictureOrigins } from "@hedgerow/server/pictures/PictureFiles"
import { copyFileSync, mkdirSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const { resolve } = createRequire(fileURLToPath(new URL("../packages/server/package.json", import.meta.url)))

/** Writes the renderer and the fonts into a folder, with the licence of the fonts. */
export const copyPictureFiles = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, origin] of Object.entries(pictureOrigins)) copyFileSync(resolve(origin), join(folder, name))
  copyFileSync(
    join(dirname(resolve("@expo-google-fonts/noto-sans/package.json")), "LICENSE_FONT"),
    join(folder, "OFL.txt")
  )
}
