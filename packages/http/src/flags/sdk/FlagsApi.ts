import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"
import { CrossOrigin } from "../../middleware/CrossOrigin.ts"
import { AnswersStale } from "../../middleware/StaleAnswers.ts"
import { described, operation } from "../../shared/Described.ts"

const Id = Schema.Union([Schema.String, Schema.Finite])
const Properties = Schema.Record(Schema.String, Schema.Json)
const Texts = Schema.Array(Schema.String)

const FlagsRequest = Schema.Struct({
  token: described(Schema.optionalKey(Schema.String), "The project's token (`phc_…`)."),
  api_key: described(Schema.optionalKey(Schema.String), "The project's token by another name."),
  distinct_id: described(
    Schema.optionalKey(Id),
    "The user's distinct id. It is required unless `disable_flags` is `true`."
  ),
  groups: described(Schema.optionalKey(Schema.Record(Schema.String, Id)), "The keys of the user's groups by type."),
  person_properties: described(Schema.optionalKey(Properties), "Properties of the user; they win over stored ones."),
  group_properties: described(
    Schema.optionalKey(Schema.Record(Schema.String, Properties)),
    "Properties of the groups by type; they win over stored ones."
  ),
  $anon_distinct_id: described(Schema.optionalKey(Schema.String), "The user's distinct id before the login."),
  $device_id: described(Schema.optionalKey(Schema.String), "The user's device, for flags that go by device."),
  disable_flags: described(Schema.optionalKey(Schema.Boolean), "`true` returns the configuration alone."),
  flag_keys_to_evaluate: described(
    Schema.optionalKey(Texts),
    "Only flags with these keys, and those that they depend on."
  ),
  evaluation_contexts: described(
    Schema.optionalKey(Texts),
    "The contexts of the request: flags with evaluation tags need one of these."
  ),
  evaluation_runtime: described(
    Schema.optionalKey(Schema.Literals(["client", "server"])),
    "The runtime of the flags; the request's headers decide by default."
  )
}).annotate({
  identifier: "FlagsRequest",
  examples: [{ token: "phc_your_project_token", distinct_id: "ada", person_properties: { plan: "pro" } }]
})

const FlagDetails = Schema.Struct({
  key: described(Schema.String, "The flag's key."),
  enabled: described(Schema.Boolean, "Whether the flag is on."),
  variant: described(Schema.NullOr(Schema.String), "The variant; null without one."),
  reason: described(
    Schema.Struct({
      code: described(Schema.String, "The reason, as a word for programs."),
      condition_index: described(
        Schema.NullOr(Schema.Int),
        "The condition that decided, counted from 0; null without one."
      ),
      description: described(Schema.String, "The reason, in words.")
    }),
    "The reason for the flag's value."
  ),
  metadata: described(
    Schema.Struct({
      id: described(Schema.Int, "The flag's id."),
      version: described(Schema.Int, "The flag's version."),
      description: described(Schema.Null, "Always null."),
      payload: described(Schema.NullOr(Schema.String), "The payload as JSON text; null without one."),
      has_experiment: described(Schema.Boolean, "Whether an experiment uses the flag.")
    }),
    "Facts about the flag."
  ),
  failed: described(Schema.optionalKey(Schema.Boolean), "`true` when the flag could not be evaluated.")
}).annotate({ identifier: "FlagDetails" })

const common = {
  errorsWhileComputingFlags: described(Schema.Boolean, "Whether a flag could not be evaluated."),
  requestId: described(Schema.String, "The request's id."),
  evaluatedAt: described(Schema.Int, "The time at which the flags were evaluated, in milliseconds since 1970."),
  quotaLimited: described(Schema.optionalKey(Texts), "`feature_flags` when the project has used up its quota.")
}

const Value = Schema.Union([Schema.Boolean, Schema.String])

const FlagsByDetails = Schema.Struct({
  ...common,
  flags: described(Schema.Record(Schema.String, FlagDetails), "The flags by key.")
})
  .annotate({ identifier: "FlagsByDetails" })

const FlagsByValue = Schema.Struct({
  ...common,
  featureFlags: described(
    Schema.Union([Schema.Record(Schema.String, Value), Texts]),
    "The values by key, or the keys of the flags that are on."
  ),
  featureFlagPayloads: described(
    Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
    "The payloads as JSON text by key."
  )
}).annotate({ identifier: "FlagsByValue" })

const query = {
  v: described(Schema.optionalKey(Schema.String), "The shape of the answer: from 2 on with reasons."),
  config: described(Schema.optionalKey(Schema.String), "`true` adds the SDK configuration."),
  compression: described(
    Schema.optionalKey(Schema.String),
    "`base64` when the body is; gzip is recognised without it."
  ),
  only_evaluate_survey_feature_flags: described(
    Schema.optionalKey(Schema.String),
    "`true`: only flags whose key begins with `survey-targeting-`."
  ),
  token: described(Schema.optionalKey(Schema.String), "The project's token."),
  api_key: described(Schema.optionalKey(Schema.String), "The project's token by another name.")
}

const options = {
  query,
  success: [FlagsByDetails, FlagsByValue],
  error: [apiErrorAt(401), apiErrorAt(413), apiErrorAt(503)]
} as const

const note = (path: string) => path === "/decide/" ? " (older path)" : ""

const evaluate = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.post(id, path, { ...options, payload: FlagsRequest })
    .annotateMerge(operation(
      `Evaluate flags${note(path)}`,
      "Returns the project's flags for one user. An unknown token is 401, a body without `distinct_id` is 400. A "
        + "flag that cannot be evaluated is `failed` or left out, and `errorsWhileComputingFlags` is true."
    ))
    .annotate(RequiredScope, "public").annotate(CrossOrigin, true)

const configure = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.get(id, path, options)
    .annotateMerge(operation(
      `Read the SDK configuration${note(path)}`,
      "Returns the configuration of SDKs without evaluating a flag. An unknown token is 401."
    ))
    .annotate(RequiredScope, "public").annotate(CrossOrigin, true)

/** The question of SDKs: the flags of one user. */
export class FlagsApi extends HttpApiGroup.make("flags")
  .add(
    evaluate("evaluate", "/flags/"),
    configure("configure", "/flags/"),
    evaluate("decide", "/decide/"),
    configure("decideConfigure", "/decide/")
  )
  .annotateEndpoints(AnswersStale, true)
  .middleware(ErrorResponses)
  .annotateMerge(OpenApi.annotations({
    title: "Flags for SDKs",
    description:
      "Evaluates a project's flags for one user. The project's token (`phc_…`) is `token` or `api_key` of the body. Bodies may be packed "
      + "as those of capture. `v` decides the answer's shape: from 2 on `flags` with reasons, before `featureFlags`. With "
      + "`config=true` the SDK configuration is in it too; GET answers that alone. `/decide` is the older path."
  }))
{}
