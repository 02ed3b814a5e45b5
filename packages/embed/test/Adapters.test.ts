import { fastifyPlugin, nodeHandler } from "@hedgerow/embed/node"
import { serve as serveFetch } from "@hono/node-server"
import connect from "connect"
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { createServer, type Server } from "node:http"
import { adapterContract, type Served } from "./AdapterContract.ts"
import { listening } from "./Listening.ts"

adapterContract("node:http", (a, b) => {
  const [handleA, handleB] = [nodeHandler(a), nodeHandler(b)]
  return listening(createServer((request, response) => {
    handleA(request, response, () => handleB(request, response, () => response.end("own page")))
  }))
})

adapterContract("Connect", (a, b) => {
  const app = connect()
  app.use(nodeHandler(a)).use("/b", nodeHandler(b)).use((_request, response) => response.end("own page"))
  return listening(createServer(app))
})

adapterContract("Express", (a, b) => {
  const app = express()
  app.use("/a", nodeHandler(a))
  app.use(nodeHandler(b))
  app.use(express.json())
  app.get("/elsewhere", (_request, response) => void response.send("own page"))
  return listening(createServer(app))
})

adapterContract("Fastify", async (a, b) => {
  let server: Server | undefined
  const app = fastify({
    serverFactory: (handler) => {
      server = createServer(handler)
      return server
    }
  })
  app.register(fastifyPlugin(a), { prefix: "/a" })
  app.register(fastifyPlugin(b), { prefix: "/b/c" })
  app.get("/elsewhere", () => "own page")
  await app.ready()
  if (server === undefined) throw new Error("Fastify made no server")
  return listening(server)
})

/** A server that knows `Request` and `Response` alone, as those of Bun, Deno and workers. */
const servingFetch = (answer: (request: Request) => Response | Promise<Response>): Promise<Served> =>
  new Promise((resolve) => {
    const server = serveFetch({ fetch: answer, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            if ("closeAllConnections" in server) server.closeAllConnections()
          })
      }))
  })

adapterContract("Hono", (a, b) => {
  const app = new Hono()
  app.all("/a/*", (context) => a.fetch(context.req.raw))
  app.all("/b/c/*", (context) => b.fetch(context.req.raw))
  app.get("/elsewhere", (context) => context.text("own page"))
  return servingFetch(app.fetch)
})

adapterContract("a fetch-style server", (a, b) =>
  servingFetch((request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith("/a/")) return a.fetch(request)
    return pathname.startsWith("/b/c/") ? b.fetch(request) : new Response("own page")
  }))
