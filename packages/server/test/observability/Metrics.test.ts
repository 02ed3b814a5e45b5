import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { serveTests } from "../ServedTests.ts"
import { ask, askRaw, capture } from "../ServerClient.ts"
import { startServer } from "./InProcess.ts"
import { type Family, parsePrometheus } from "./PrometheusText.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))

/** The names of metrics that the sources register. */
const registeredNames = (): ReadonlySet<string> => {
  const sources = globSync("packages/*/src/**/*.ts", { cwd: root }).map((file) => readFileSync(root + file, "utf8"))
  const made = /(?:Metric\.(?:counter|gauge|histogram|frequency|summary)|readGauge)\(\s*"([a-z0-9_]+)"/g
  const listed = /"((?:process|nodejs)_[a-z0-9_]+)"/g
  const text = sources.join("\n")
  return new Set([...text.matchAll(made), ...text.matchAll(listed)].map((match) => match[1] ?? ""))
}

/** The rows of the table in the documentation: name and kind. */
const documented = (): ReadonlyMap<string, string> => {
  const text = readFileSync(`${root}docs/observability.md`, "utf8")
  const rows = text.matchAll(/^\| `([a-z0-9_]+)` \| (counter|gauge|histogram) \|/gm)
  return new Map([...rows].map(([, name = "", kind = ""]) => [name, kind]))
}

const missing = (names: Iterable<string>, from: Pick<ReadonlySet<string>, "has">) =>
  [...names].filter((name) => !from.has(name))

describe("docs/observability.md", () => {
  it("names every metric of the code, and no other", () => {
    const registered = registeredNames()
    const names = documented()
    assert.isAbove(registered.size, 20)
    assert.deepStrictEqual(missing(registered, names), [])
    assert.deepStrictEqual(missing(names.keys(), registered), [])
  })
})

const read = async (baseUrl: string): Promise<ReadonlyMap<string, Family>> => {
  const response = await fetch(`${baseUrl}/metrics`)
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
  assert.strictEqual(response.headers.get("cache-control"), "no-store")
  return parsePrometheus(await response.text())
}

const value = (
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
  suffix = ""
): number | undefined =>
  families.get(name)?.samples.find((sample) =>
    sample.name === `${name}${suffix}`
    && Object.entries(labels).every(([label, wanted]) => sample.labels[label] === wanted)
  )?.value

/** Metrics that a server has from the first time on that they count something, which this one does not. */
const unused: ReadonlySet<string> = new Set([
  "hedgerow_stale_answers_total",
  "hedgerow_clickhouse_dead_letters_total",
  "hedgerow_outbox_failures_total",
  "hedgerow_query_failures_total",
  "hedgerow_flag_definition_streams",
  "hedgerow_flag_change_streams"
])

/** The labels of a family, and those that Prometheus adds to every series. */
const labelsOf = ({ samples }: Family): ReadonlySet<string> =>
  new Set(["job", "instance", ...samples.flatMap((sample) => Object.keys(sample.labels))])

const withoutSuffix = (name: string): string => name.replace(/_(?:bucket|sum|count)$/, "")

/** The metrics in the expressions of a file of `deploy/`, each with every label that it is selected by. */
const namedIn = (file: string): ReadonlyArray<{ readonly metric: string; readonly label: string | undefined }> => {
  const text = readFileSync(`${root}deploy/${file}`, "utf8").replaceAll("\\\"", "\"")
  const selectors = text.matchAll(/\b((?:hedgerow|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)
  return [...selectors].flatMap(([, name = "", matchers = ""]) =>
    [undefined, ...[...matchers.matchAll(/([a-z_]+)\s*[=!]/g)].map(([, label]) => label)].map((label) => ({
      metric: withoutSuffix(name),
      label
    }))
  )
}

describe("/metrics of a server on embedded storage", () => {
  const served = serveTests()

  it("counts the server's work", async () => {
    const { baseUrl, key, token } = served.printed
    const event = { event: "seen", distinct_id: "ann", uuid: "01890a5d-ac96-774b-bcce-b302099a8057" }
    for (let i = 0; i < 2; i++) {
      assert.strictEqual((await capture(baseUrl, JSON.stringify({ api_key: token, batch: [event] }))).status, 200)
    }
    assert.strictEqual((await capture(baseUrl, JSON.stringify({ api_key: token, batch: [{}] }))).status, 400)
    assert.deepStrictEqual(await ask({ baseUrl, key }, "select count() from events"), [[1]])
    assert.strictEqual((await askRaw({ baseUrl, key }, "select toDate('2020-13-45') from events")).status, 200)
    await fetch(`${baseUrl}/phx_${"x".repeat(40)}`)

    const families = await read(baseUrl)
    const query = { route: "/api/projects/:project_id/query/", method: "POST" }
    assert.strictEqual(value(families, "hedgerow_http_requests_total", { route: "/batch/", status: "2xx" }), 2)
    assert.strictEqual(value(families, "hedgerow_http_requests_total", { route: "(unknown path)" }), 1)
    assert.strictEqual(value(families, "hedgerow_http_request_seconds", { ...query, status: "2xx" }, "_count"), 2)
    assert.isAbove(value(families, "hedgerow_http_request_seconds", query, "_sum") ?? 0, 0)
    assert.strictEqual(value(families, "hedgerow_http_requests_in_flight"), 1, "the one that asks")
    assert.strictEqual(value(families, "hedgerow_ingested_events_total"), 1)
    assert.strictEqual(value(families, "hedgerow_duplicate_events_total"), 1)
    assert.strictEqual(value(families, "hedgerow_ingestion_rejected_total"), 1)
    assert.strictEqual(value(families, "hedgerow_ingestion_batch_events", {}, "_count"), 2)
    assert.strictEqual(value(families, "hedgerow_ingestion_queued_events"), 0)
    assert.strictEqual(value(families, "hedgerow_query_seconds", {}, "_count"), 2)
    assert.isAtLeast(value(families, "hedgerow_query_rows_read_total") ?? 0, 1)
    assert.strictEqual(value(families, "hedgerow_queries_running"), 0)
    assert.isAtLeast(value(families, "hedgerow_clickhouse_statements_total", { kind: "insert", outcome: "ok" }) ?? 0, 1)
    assert.isFalse(families.has("hedgerow_postgres_pool_connections"), "nothing is kept ready to write events there")
    assert.strictEqual(value(families, "hedgerow_build_info", { storage: "embedded", events: "clickhouse" }), 1)
    assert.isAbove(value(families, "process_resident_memory_bytes") ?? 0, 10_000_000)
    assert.isAbove(value(families, "process_cpu_seconds_total") ?? 0, 0)
    assert.approximately(value(families, "process_start_time_seconds") ?? 0, Date.now() / 1000, 600)
  })

  it("every family has a help text, the kind that is documented, and its kind's ending", async () => {
    const kinds = documented()
    for (const family of (await read(served.printed.baseUrl)).values()) {
      assert.strictEqual(kinds.get(family.name), family.type, family.name)
      assert.notStrictEqual(family.help, "", family.name)
      assert.strictEqual(family.name.endsWith("_total"), family.type === "counter", family.name)
    }
  })

  it("has every metric, with every label, that the alert rules and the dashboard name", async () => {
    const families = await read(served.printed.baseUrl)
    const labels = new Map([...families.values()].map((family) => [family.name, labelsOf(family)]))
    const named = ["prometheus/alerts.yaml", "grafana/hedgerow.json"].flatMap(namedIn)
    assert.isAbove(named.length, 40)
    assert.deepStrictEqual(named.filter(({ metric }) => !labels.has(metric) && !unused.has(metric)), [])
    assert.deepStrictEqual([...unused].filter((metric) => !documented().has(metric)), [])
    const unknown = named.filter(({ label, metric }) => label !== undefined && labels.get(metric)?.has(label) === false)
    assert.deepStrictEqual(unknown, [])
  })

  it("holds no secret", async () => {
    const text = await (await fetch(`${served.printed.baseUrl}/metrics`)).text()
    assert.notMatch(text, /ph[xc]_/)
  })
})

describe("readers of /metrics", () => {
  const cases: ReadonlyArray<readonly [why: string, env: Readonly<Record<string, string>>, status: number]> = [
    ["this computer", { HEDGEROW_HOST: "localhost" }, 200],
    ["nobody when they are off", { HEDGEROW_METRICS: "off" }, 404],
    ["nobody when other computers reach the server and nothing is said", { HEDGEROW_HOST: "0.0.0.0" }, 404],
    ["everybody when so set", { HEDGEROW_HOST: "0.0.0.0", HEDGEROW_METRICS: "on" }, 200]
  ]
  for (const [why, env, status] of cases) {
    it.live(why, () =>
      Effect.gen(function*() {
        const baseUrl = yield* startServer(env)
        const response = yield* Effect.promise(() => fetch(`${baseUrl}/metrics`))
        assert.strictEqual(response.status, status)
      }).pipe(Effect.scoped))
  }
})
