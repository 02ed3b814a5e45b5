/** Hedgerow in an Express application, for those whose session it knows. */
import { Hedgerow } from "@hedgerow/embed"
import { nodeHandler } from "@hedgerow/embed/node"
import { MemoryStorage } from "@hedgerow/storage-memory"
import express from "express"
import { tryOut } from "./TryOut.ts"

type WithSession = express.Request & { session?: { email: string } }

const hedgerow = await Hedgerow.make({
  storage: MemoryStorage.layer,
  prefix: "/analytics",
  auth: ({ source }) => (source as WithSession).session // { email }, or undefined
})

const app = express()
app.use((request: WithSession, _response, next) => { // express-session, in your application
  if (request.headers.cookie === "session=1") request.session = { email: "owner@hedgerow.local" }
  next()
})
app.use(nodeHandler(hedgerow)) // before parsers of bodies
app.use(express.json())
app.get("/", (_request, response) => void response.send("your own page"))

await tryOut(app.listen(0, "127.0.0.1"), { hedgerow, prefix: "/analytics", owner: { cookie: "session=1" } })
