/** Turns one SVG into a PNG, in a thread of its own: it takes some tenths of a second, in which others are answered. */
import { initWasm, Resvg } from "@resvg/resvg-wasm"
import { readFile } from "node:fs/promises"
import { parentPort, workerData } from "node:worker_threads"
import type { PictureTask } from "../PictureTask.ts"

const { fonts, svg, wasm, zoom } = workerData as PictureTask

await initWasm(await readFile(wasm))
const drawing = new Resvg(svg, {
  background: "#ffffff",
  fitTo: { mode: "zoom", value: zoom },
  font: {
    loadSystemFonts: false,
    fontBuffers: await Promise.all(fonts.map((font) => readFile(font))),
    defaultFontFamily: "Noto Sans",
    sansSerifFamily: "Noto Sans"
  }
})
parentPort?.postMessage(drawing.render().asPng(), [])
