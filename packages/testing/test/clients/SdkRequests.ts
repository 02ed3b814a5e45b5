/** The requests of SDKs in other languages, in the shapes that their sources have. */

/** What one request has to be answered with. */
type Expected = "captured" | "flags" | "decided" | "definitions" | "config" | "payload"

/** A request of an SDK; `phc` and `phx` stand for the project's token and a personal key. */
export interface SdkRequest {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly body?: object
  readonly isZipped?: true
  readonly isKeyed?: true
  readonly expected: Expected
}

/** An SDK: its name, also as a user agent and a library; the commit of its sources that was read, or a version that ran. */
export interface Sdk {
  readonly name: string
  readonly read: string
  readonly requests: ReadonlyArray<SdkRequest>
}

const uuid = "0198c0de-0000-7000-8000-000000000"
const time = "2026-01-05T12:00:00.000Z"

/** The events of a batch as servers send them: one event, and a person's properties. */
const events = (name: string, at: number, more: object = {}) => [
  {
    ...more,
    event: "signed up",
    distinct_id: "ada",
    uuid: `${uuid}${at}0`,
    timestamp: time,
    properties: { $lib: name, $lib_version: "1", $geoip_disable: true, plan: "pro" }
  },
  {
    ...more,
    event: "$identify",
    distinct_id: "ada",
    uuid: `${uuid}${at}1`,
    timestamp: time,
    $set: { plan: "pro" },
    properties: { $lib: name, $set: { plan: "pro" } }
  }
]

type Options = Pick<SdkRequest, "isZipped">

const capture = (path: string, body: object, options: Options = {}): SdkRequest => ({
  method: "POST",
  path,
  body,
  expected: "captured",
  ...options
})

const flags = (path: string, body: object, options: Options = {}): SdkRequest => ({
  method: "POST",
  path,
  body,
  expected: "flags",
  ...options
})

const definitions = (path: string): SdkRequest => ({ method: "GET", path, isKeyed: true, expected: "definitions" })

const payload = (path: string): SdkRequest => ({ method: "GET", path, isKeyed: true, expected: "payload" })

const person = { distinct_id: "ada", groups: {}, person_properties: { plan: "pro" }, group_properties: {} }

const zipped = { isZipped: true } as const

/** Every SDK that `docs/compatibility.md` lists as replayed. */
export const sdks: ReadonlyArray<Sdk> = [
  {
    name: "posthog-python",
    read: "7.42.0",
    requests: [
      capture("/batch/", { batch: events("posthog-python", 10), sentAt: time, api_key: "phc" }),
      capture("/batch/", { batch: events("posthog-python", 11), sentAt: time, api_key: "phc" }, zipped),
      flags("/flags/?v=2", { ...person, geoip_disable: true, device_id: null, sent_at: time, api_key: "phc" }),
      definitions("/flags/definitions?token=phc&send_cohorts"),
      payload("/api/projects/@current/feature_flags/banner/remote_config?token=phc")
    ]
  },
  {
    name: "posthog-go",
    read: "1c81fac",
    requests: [
      capture("/batch/", {
        api_key: "phc",
        historical_migration: false,
        batch: events("posthog-go", 12, { type: "capture", library: "posthog-go", library_version: "1" })
      }),
      flags("/flags/?v=2", { api_key: "phc", ...person, geoip_disable: true }),
      definitions("/flags/definitions?token=phc&send_cohorts")
    ]
  },
  {
    name: "posthog-ruby",
    read: "013d174",
    requests: [
      capture("/batch/", {
        api_key: "phc",
        batch: events("posthog-ruby", 13, { type: "capture", library: "posthog-ruby", library_version: "1" })
      }),
      flags("/flags/?v=2", { ...person, token: "phc", api_key: "phc" }),
      definitions("/api/feature_flag/local_evaluation?token=phc&send_cohorts=true"),
      payload("/api/projects/@current/feature_flags/banner/remote_config?token=phc")
    ]
  },
  {
    name: "posthog-php",
    read: "05b379b",
    requests: [
      capture("/batch/", { batch: events("posthog-php", 14), api_key: "phc" }, zipped),
      flags("/flags/?v=2", { api_key: "phc", ...person })
    ]
  },
  {
    name: "posthog-java",
    read: "040e39d",
    requests: [capture("/batch", { api_key: "phc", batch: events("posthog-java", 15) })]
  },
  {
    name: "posthog-dotnet",
    read: "01ac675",
    requests: [
      capture("/batch", { api_key: "phc", historical_migrations: false, batch: events("posthog-dotnet", 16) }),
      capture("/capture", {
        event: "$groupidentify",
        distinct_id: "$company_acme",
        properties: { $group_type: "company", $group_key: "acme", $group_set: { size: 5 }, $lib: "posthog-dotnet" },
        api_key: "phc",
        timestamp: "2026-01-05T12:00:00.1234567+00:00"
      }),
      flags("/decide?v=4", { distinct_id: "ada", person_properties: { plan: "pro" }, api_key: "phc", properties: {} }),
      definitions("/api/feature_flag/local_evaluation?token=phc&send_cohorts"),
      payload("/api/projects/@current/feature_flags/banner/remote_config?token=phc")
    ]
  },
  {
    name: "posthog-elixir",
    read: "02b46f1",
    requests: [
      capture("/batch", { batch: events("posthog-elixir", 17), api_key: "phc" }, zipped),
      flags("/flags?v=2", { distinct_id: "ada", person_properties: { plan: "pro" }, api_key: "phc" }, zipped),
      definitions("/flags/definitions?token=phc&send_cohorts=true")
    ]
  },
  {
    name: "posthog-rs",
    read: "062c389",
    requests: [
      capture("/i/v0/e/", {
        api_key: "phc",
        uuid: `${uuid}180`,
        event: "signed up",
        $distinct_id: "ada",
        properties: { $lib: "posthog-rs", plan: "pro" },
        timestamp: "2026-01-05T12:00:00.123456"
      }),
      capture("/batch/", { api_key: "phc", historical_migration: false, batch: events("posthog-rs", 19) }),
      flags("/flags/?v=2", { api_key: "phc", distinct_id: "ada", person_properties: { plan: "pro" } }),
      definitions("/flags/definitions/?token=phc&send_cohorts")
    ]
  },
  {
    name: "posthog-android",
    read: "00d1685",
    requests: [
      capture("/batch", { api_key: "phc", batch: events("posthog-android", 20), sent_at: time }, zipped),
      flags("/flags/?v=2", { api_key: "phc", $anon_distinct_id: "anon", ...person }, zipped),
      { method: "GET", path: "/array/phc/config", expected: "config" }
    ]
  },
  {
    name: "posthog-ios",
    read: "02119ed",
    requests: [
      capture("/batch", { api_key: "phc", batch: events("posthog-ios", 21), sent_at: time }, zipped),
      {
        method: "POST",
        path: "/decide?v=3",
        body: { api_key: "phc", distinct_id: "ada", $anon_distinct_id: "anon", $groups: {} },
        expected: "decided"
      }
    ]
  }
]
