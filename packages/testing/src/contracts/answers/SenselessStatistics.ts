/** Settings of statistics that make no sense, and the place that `errors[]` names. */
export const senselessStatistics: ReadonlyArray<readonly [object, path: ReadonlyArray<string>, code: string]> = [
  [{ method: "foo" }, ["method"], "invalid_choice"],
  [{ engine: "other" }, ["engine"], "invalid_choice"],
  [{ method: "frequentist", frequentist: { alpha: 5 } }, ["frequentist", "alpha"], "invalid_value"],
  [{ frequentist: { alpha: "0.05" } }, ["frequentist", "alpha"], "invalid_input"],
  [
    { frequentist: { sequential_tuning_parameter: 0 } },
    ["frequentist", "sequential_tuning_parameter"],
    "invalid_value"
  ],
  [
    { frequentist: { sequential_testing_enabled: "yes" } },
    ["frequentist", "sequential_testing_enabled"],
    "invalid_input"
  ],
  [{ frequentist: { difference_type: "both" } }, ["frequentist", "difference_type"], "invalid_choice"],
  [{ bayesian: { ci_level: 95 } }, ["bayesian", "ci_level"], "invalid_value"],
  [{ bayesian: { prior: { mean: 0, variance: -1 } } }, ["bayesian", "prior", "variance"], "invalid_value"],
  [{ bayesian: { prior: { mean: 0 } } }, ["bayesian", "prior", "variance"], "required"],
  [{ cuped: { enabled: true, lookback_days: 99 } }, ["cuped", "lookback_days"], "invalid_value"],
  [{ multiple_testing: { method: "foo" } }, ["multiple_testing", "method"], "invalid_choice"],
  [{ bayesian: 7 }, ["bayesian"], "not_a_dict"],
  [{ baseline_variant_key: "nope" }, ["baseline_variant_key"], "invalid_choice"]
]
