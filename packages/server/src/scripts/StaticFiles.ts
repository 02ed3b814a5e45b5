import type { StaticFile } from "@hedgerow/http/scripts/StaticFile"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const zip = promisify(gzip)

/** The content type of scripts. */
export const javascript = "text/javascript; charset=utf-8"

/** A file ready to be sent. */
export const makeStaticFile = (contentType: string, body: Uint8Array): Effect.Effect<StaticFile> =>
  Effect.map(Effect.promise(() => zip(body, { level: 9 })), (zipped) => ({
    contentType,
    body,
    zipped,
    etag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
  }))
