import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

/** Whether requests can go to paths below the text: credentials would be seen in logs. */
const isBaseUrl = (text: string): boolean => {
  if (!/^https?:\/\/[^\s?#]+$/.test(text) || !URL.canParse(text)) return false
  const { password, username } = new URL(text)
  return username === "" && password === ""
}

const BaseUrl = Schema.String.check(
  Schema.makeFilter((text) => isBaseUrl(text) || "must be an http(s) URL without credentials")
)

/** A language model that speaks OpenAI's protocol. */
export interface AiSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: Option.Option<Redacted.Redacted>
  readonly model: string
  /** Whether it is shown what people answered to surveys. */
  readonly summaries: boolean
}

const settingsAt = (baseUrl: string): Config.Config<AiSettings> =>
  Config.all({
    baseUrl: Config.succeed(baseUrl.replace(/\/+$/, "")),
    apiKey: Config.option(Config.Redacted("AI_API_KEY")),
    model: Config.NonEmptyString("AI_MODEL"),
    summaries: Config.Boolean("AI_SUMMARIES").pipe(Config.withDefault(false))
  })

/** The language model to ask, if there is one. One that has a URL needs the name of a model. */
export const aiSettings: Config.Config<Option.Option<AiSettings>> = Config.option(
  Config.schema(BaseUrl, "AI_BASE_URL")
).pipe(
  Config.flatMap(Option.match({
    onNone: () => Config.succeed(Option.none<AiSettings>()),
    onSome: (baseUrl) => Config.map(settingsAt(baseUrl), Option.some)
  }))
)
