import { type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { callsText, operationsText } from "./CallsText.ts"
import { operationsOf } from "./ContractDocument.ts"
import { contractText } from "./ContractText.ts"

/** The sources of @hedgerow/client that are made from the OpenAPI document, by their paths in the repository. */
export const clientSources = async (document: unknown): Promise<Readonly<Record<string, string>>> => {
  const record: JsonRecord = recordOrEmpty(document)
  const operations = operationsOf(record)
  const folder = "packages/client/src"
  return {
    [`${folder}/contract/Operations.ts`]: operationsText(operations),
    [`${folder}/groups/Calls.ts`]: callsText(operations),
    [`${folder}/contract/Contract.ts`]: await contractText(record)
  }
}
