import { assert, describe, it } from "@effect/vitest"
import { metricFingerprint } from "@hedgerow/statistics/comparison/MetricFingerprint"

const base = { metric: { metric_type: "mean" }, start_date: null, stats_method: "bayesian" }
const fingerprint = (metric: Parameters<typeof metricFingerprint>[0]["metric"], more: object = {}) =>
  metricFingerprint({ ...base, metric, ...more })

/** Hashes of the texts that Python's `json.dumps(…, sort_keys=True, separators=(",", ":"))` gives. */
describe("a metric's fingerprint", () => {
  it("is that of the text Python prints", () => {
    const metric = { b: [1, 0.05, 1e-7, 2.5e20, -3], a: "ü\u007f\n\"\\😀", "\uffff": 1, "😀": 2 }
    assert.strictEqual(fingerprint(metric), "029d23675d476d8685d0d7b9abe907e2b398a8c5ec1ffaec6256b57b3392effa")
  })

  it("knows the moment of the start, with microseconds where there are any", () => {
    assert.strictEqual(
      fingerprint({ metric_type: "mean" }, { start_date: "2024-01-01T12:00:00.25+02:00", stats_method: "frequentist" }),
      "bd99c8ef93db8a62f275c2daf688f3cb748ec3ed18dd9bd0cc009e57a7d17391"
    )
  })

  it("does not depend on labels and on the order of names", () => {
    const plain = fingerprint({ metric_type: "mean", goal: "increase" })
    assert.strictEqual(
      fingerprint({ goal: "increase", uuid: "1", name: "n", kind: "k", fingerprint: "f", metric_type: "mean" }),
      plain
    )
    assert.notStrictEqual(fingerprint({ metric_type: "mean", goal: "decrease" }), plain)
  })

  it("knows matured users and excluded variants, and takes empty criteria for none", () => {
    const plain = metricFingerprint(base)
    assert.strictEqual(metricFingerprint({ ...base, exposure_criteria: {}, excluded_variants: [] }), plain)
    assert.notStrictEqual(metricFingerprint({ ...base, only_count_matured_users: true }), plain)
    const excluded = (names: ReadonlyArray<string>) => metricFingerprint({ ...base, excluded_variants: names })
    assert.strictEqual(excluded(["b", "a"]), excluded(["a", "b"]))
    assert.notStrictEqual(excluded(["b"]), plain)
    assert.notStrictEqual(excluded(["b"]), excluded(["a"]))
  })
})
