const mebibyte = 1024 * 1024

/** A piece of a text: some of its characters take one byte of UTF-8, others two to four. */
const piece = JSON.stringify({ row: ["plain text ".repeat(80), "ü", "語", "🌿", 1.5, null] })

/** A JSON text of about a number of mebibytes, in characters, whose parts differ. */
export const longJson = (mebibytes: number): string => {
  const most = mebibytes * mebibyte
  const rows: Array<string> = []
  for (let length = 0; length < most; length += piece.length + 10) {
    rows.push(`{"n":${rows.length},"of":${piece}}`)
  }
  return `[${rows.join(",")}]`
}

/**
 * The sizes of answers that every run of the tests stores, in mebibytes: more than one message of a driver, and the
 * most.
 */
export const answerSizes: ReadonlyArray<number> = [17, 64]

/** The sizes of answers that the long form stores beside. */
export const furtherSizes: ReadonlyArray<number> = [15, 20, 50]
