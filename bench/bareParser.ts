/** The baseline of what reads bodies: `node:http` that reads, unpacks and parses them, and nothing else. */
import { createServer } from "node:http"
import { gunzip } from "node:zlib"

const maxOutputLength = 20 * 1024 * 1024

const parse = (bytes: Buffer): void => {
  try {
    JSON.parse(bytes.toString("utf8"))
  } catch {
    // A text that is no JSON has been read all the same.
  }
}

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  const answer = () => response.writeHead(200, { "content-type": "application/json" }).end("{\"status\":1}")
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const bytes = Buffer.concat(chunks)
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
      parse(bytes)
      answer()
      return
    }
    gunzip(bytes, { maxOutputLength }, (failure, unpacked) => {
      if (failure === null) parse(unpacked)
      answer()
    })
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`listening on ${typeof address === "object" ? address?.port : address}`)
})
