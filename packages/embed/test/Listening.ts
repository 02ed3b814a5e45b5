import type { Server } from "node:http"
import type { Served } from "./AdapterContract.ts"

/** Has a server listen on a free port of this machine. */
export const listening = (server: Server): Promise<Served> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      if (address === null || typeof address === "string") throw new Error("the server has no port")
      resolve({
        url: `http://127.0.0.1:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          })
      })
    })
  })
