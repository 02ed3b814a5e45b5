import * as Config from "effect/Config"
import * as Schema from "effect/Schema"

const OriginList = Schema.String.check(
  Schema.isPattern(/^https?:\/\/[\w.:[\]-]+(?:,https?:\/\/[\w.:[\]-]+)*$/i, {
    message: "must be origins as browsers send them, like https://app.example.com,http://localhost:5173"
  })
)

/** The origins of `ALLOWED_ORIGINS`, whose pages may call the whole API. */
export const allowedOrigins: Config.Config<ReadonlySet<string>> = Config.schema(OriginList, "ALLOWED_ORIGINS").pipe(
  Config.map((text): ReadonlySet<string> => new Set(text.toLowerCase().split(","))),
  Config.withDefault(new Set<string>() as ReadonlySet<string>)
)
