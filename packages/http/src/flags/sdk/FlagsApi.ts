import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RequiredScope } from "../../auth/RequiredScope.ts"
import { CrossOrigin } from "../../edge/CrossOrigin.ts"
import { AnswersStale } from "../../edge/StaleAnswers.ts"
import { apiErrorAt } from "../../errors/ApiError.ts"
import { ErrorResponses } from "../../errors/ErrorResponses.ts"

const Id = Schema.Union([Schema.String, Schema.Finite])
const Properties = Schema.Record(Schema.String, Schema.Json)
const Texts = Schema.Array(Schema.String)

const FlagsRequest = Schema.Struct({
  token: Schema.optionalKey(Schema.String),
  api_key: Schema.optionalKey(Schema.String),
  distinct_id: Schema.optionalKey(Id),
  groups: Schema.optionalKey(Schema.Record(Schema.String, Id)),
  person_properties: Schema.optionalKey(Properties),
  group_properties: Schema.optionalKey(Schema.Record(Schema.String, Properties)),
  $anon_distinct_id: Schema.optionalKey(Schema.String),
  $device_id: Schema.optionalKey(Schema.String),
  disable_flags: Schema.optionalKey(Schema.Boolean),
  flag_keys_to_evaluate: Schema.optionalKey(Texts),
  evaluation_contexts: Schema.optionalKey(Texts),
  evaluation_runtime: Schema.optionalKey(Schema.Literals(["client", "server"]))
}).annotate({ identifier: "FlagsRequest" })

const FlagDetails = Schema.Struct({
  key: Schema.String,
  enabled: Schema.Boolean,
  variant: Schema.NullOr(Schema.String),
  reason: Schema.Struct({
    code: Schema.String,
    condition_index: Schema.NullOr(Schema.Int),
    description: Schema.String
  }),
  metadata: Schema.Struct({
    id: Schema.Int,
    version: Schema.Int,
    description: Schema.Null,
    payload: Schema.NullOr(Schema.String),
    has_experiment: Schema.Boolean
  }),
  failed: Schema.optionalKey(Schema.Boolean)
}).annotate({ identifier: "FlagDetails" })

const common = {
  errorsWhileComputingFlags: Schema.Boolean,
  requestId: Schema.String,
  evaluatedAt: Schema.Int,
  quotaLimited: Schema.optionalKey(Texts)
}

const Value = Schema.Union([Schema.Boolean, Schema.String])

const FlagsByDetails = Schema.Struct({ ...common, flags: Schema.Record(Schema.String, FlagDetails) })
  .annotate({ identifier: "FlagsByDetails" })

const FlagsByValue = Schema.Struct({
  ...common,
  featureFlags: Schema.Union([Schema.Record(Schema.String, Value), Texts]),
  featureFlagPayloads: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}).annotate({ identifier: "FlagsByValue" })

const query = {
  v: Schema.optionalKey(Schema.String),
  config: Schema.optionalKey(Schema.String),
  compression: Schema.optionalKey(Schema.String),
  only_evaluate_survey_feature_flags: Schema.optionalKey(Schema.String),
  token: Schema.optionalKey(Schema.String),
  api_key: Schema.optionalKey(Schema.String)
}

const options = {
  query,
  success: [FlagsByDetails, FlagsByValue],
  error: [apiErrorAt(401), apiErrorAt(413), apiErrorAt(503)]
} as const

const evaluate = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.post(id, path, { ...options, payload: FlagsRequest })
    .annotate(RequiredScope, "public").annotate(CrossOrigin, true)

const configure = <const Id extends string, const Path extends `/${string}`>(id: Id, path: Path) =>
  HttpApiEndpoint.get(id, path, options).annotate(RequiredScope, "public").annotate(CrossOrigin, true)

/** What SDKs ask: the flags of one user. */
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
