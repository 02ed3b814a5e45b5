/** What the thread is given that turns an SVG into a PNG. */
export interface PictureTask {
  readonly svg: string
  /** The pixels of the picture for each of the drawing. */
  readonly zoom: number
  /** The files of the renderer and of the fonts: there need be none on the machine. */
  readonly wasm: string
  readonly fonts: ReadonlyArray<string>
}
