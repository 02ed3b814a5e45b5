import { contentHash } from "@hedgerow/core/shared/ContentHash"
import { HttpServerResponse } from "effect/http"
import type { FeatureFlagRecord } from "./FeatureFlagSchema.ts"
import { matchesEntity } from "./sdk/EntityTags.ts"

/**
 * Answers with a flag's record and its tag: the version, which is what `If-Match` compares, and a hash of all that this
 * caller sees, as a record also changes without a new version. A record that `If-None-Match` names is not sent again.
 */
export const taggedFlag = (record: typeof FeatureFlagRecord.Type, options: {
  readonly status?: 200 | 201
  readonly ifNoneMatch?: string | undefined
} = {}): HttpServerResponse.HttpServerResponse => {
  const text = JSON.stringify(record)
  const tag = `${record.version}-${contentHash(text)}`
  const headers = { etag: `"${tag}"` }
  return matchesEntity(options.ifNoneMatch, tag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.text(text, { contentType: "application/json", headers, status: options.status ?? 200 })
}
