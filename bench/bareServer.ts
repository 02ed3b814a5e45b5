/** The baseline of a small request: `node:http` and nothing else. */
import { createServer } from "node:http"

const body = process.env["BODY"] ?? "{}"
const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) }

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  console.log(`listening on ${typeof address === "object" ? address?.port : address}`)
})
