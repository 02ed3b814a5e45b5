/** Prints the schema of the database at the URL that is given, as JSON. */
import { Effect } from "effect"
import pg from "pg"
import { schemaOf } from "./Catalog.ts"

const client = new pg.Client({ connectionString: process.argv[2], options: "-c search_path=hedgerow" })

const print = Effect.gen(function*() {
  yield* Effect.promise(() => client.connect())
  process.stdout.write(JSON.stringify(yield* schemaOf(client)))
}).pipe(Effect.ensuring(Effect.promise(() => client.end())))

Effect.runFork(print)
