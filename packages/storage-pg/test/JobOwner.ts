import { handle } from "@hedgerow/core/jobs/JobKind"
import { PgDatabase } from "@hedgerow/storage-pg"
import { Console, Effect, Layer, Redacted } from "effect"
import { dig, node, shortLeases } from "./JobNodes.ts"

/** Started by `JobNodes.test.ts` as a process of its own, to be killed while it runs a job: it never ends one. */
const hanging = handle(dig, ({ n }) => Effect.andThen(Console.log(`digging ${n}`), Effect.never))

const database = PgDatabase.PgDatabase.layer({ url: Redacted.make(process.argv[2] ?? "") })

Effect.runFork(Layer.launch(node(hanging, shortLeases).pipe(Layer.provide(database))))
