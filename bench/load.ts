import { Agent, request } from "node:http"

/** One HTTP exchange of a load. */
export interface Call {
  readonly url: string
  readonly method: "GET" | "PATCH" | "POST"
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/** Sends one request and answers its body; any status but 2xx is an error. */
export const send = (call: Call): Promise<string> =>
  new Promise((resolve, reject) => {
    const outgoing = request(call.url, { agent, method: call.method, headers: call.headers }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        if (Math.floor((response.statusCode ?? 0) / 100) === 2) resolve(text)
        else reject(new Error(`${call.method} ${call.url} answered ${response.statusCode}: ${text.slice(0, 500)}`))
      })
    })
    outgoing.on("error", reject)
    outgoing.end(call.body)
  })

/** Sends `count` requests, at most `concurrency` at a time. */
export const sendMany = async (count: number, concurrency: number, make: (index: number) => Call): Promise<void> => {
  let next = 0
  const worker = async () => {
    while (next < count) await send(make(next++))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

/** Lets idle sockets go, so that the process can end. */
export const closeLoad = (): void => agent.destroy()
