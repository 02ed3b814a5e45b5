/** A folder of rules, the tests that prove them, and the share of its mutants that these tests may miss. */
export interface MutatedArea {
  readonly name: string
  /** The folders or files whose lines are sampled. */
  readonly sources: ReadonlyArray<string>
  /** Globs of test files. */
  readonly tests: ReadonlyArray<string>
  /** The number of sampled lines. */
  readonly lines: number
  /** The floor: at most this share of the mutants may survive. */
  readonly mostSurvivors: number
}

const core = "packages/core"
const statistics = "packages/statistics"

/** The rules that are mutated. A share may fall and is then written down here; it does not rise. */
export const mutatedAreas: ReadonlyArray<MutatedArea> = [
  {
    name: "statistics",
    sources: [
      ...["Bayesian", "Comparison", "Fieller", "NonInferiority", "Samples"].map((name) =>
        `${statistics}/src/comparison/${name}.ts`
      ),
      `${statistics}/src/cuped`,
      `${statistics}/src/engine/DefaultEngine.ts`,
      `${statistics}/src/engine/ValidationFailures.ts`
    ],
    // Those that take moments: simulations would run for each mutant.
    tests: [
      `${statistics}/test/{Covariates,DefaultEngine,Edges,GreatValues,Guardrails,Invariants,ReferenceEngine}.test.ts`
    ],
    lines: 60,
    mostSurvivors: 0.36
  },
  {
    name: "results of SQL",
    sources: ["packages/sql/src/types/ResultJson.ts"],
    tests: ["packages/sql/test/ResultJson.test.ts"],
    lines: 40,
    mostSurvivors: 0.18
  },
  {
    name: "access",
    sources: [`${core}/src/access`],
    // All that need no database.
    tests: [`${core}/test/access/*.test.ts`, "packages/testing/test/access/!(RemoveProject).test.ts"],
    lines: 80,
    mostSurvivors: 0.22
  },
  {
    name: "evaluation of flags",
    sources: [`${core}/src/evaluation`],
    tests: [
      `${core}/test/flags/evaluation/*.test.ts`,
      `${core}/test/flags/{FilterFault,FlagValidation,InSlices,MisspeltFlags}.test.ts`
    ],
    lines: 30,
    mostSurvivors: 0.36
  }
]
