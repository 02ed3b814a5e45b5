import { Effect } from "effect"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { QueryKinds } from "../QueryKinds.ts"
import { makeUpgrade } from "./UpgradeQuery.ts"

const required = InvalidInput.at(["query"], "required", "This field is required.")

/** The query of a request body with every node in its last version. No query is refused. */
export const upgradeRequest = Effect.fn("upgradeRequest")(function*(body: unknown) {
  if (!isJsonRecord(body) || !Object.hasOwn(body, "query")) return yield* required
  return yield* makeUpgrade(yield* QueryKinds)(body["query"])
})
