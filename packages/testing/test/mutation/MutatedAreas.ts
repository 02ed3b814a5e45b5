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

/** The rules that are mutated. A share may fall and is then written down here; it does not rise. */
export const mutatedAreas: ReadonlyArray<MutatedArea> = [
  {
    name: "statistics",
    sources: ["packages/statistics/src"],
    tests: ["packages/statistics/test/*.test.ts"],
    lines: 50,
    mostSurvivors: 1
  },
  {
    name: "sql evaluation and results",
    sources: ["packages/sql/src/evaluate", "packages/sql/src/ResultJson.ts"],
    tests: [
      "packages/sql/test/ResultJson.test.ts",
      "packages/storage-memory/test/query/MemoryQueryEngine.contract.test.ts"
    ],
    lines: 12,
    mostSurvivors: 1
  },
  {
    name: "access",
    sources: [`${core}/src/access`],
    tests: [`${core}/test/access/*.test.ts`, "packages/testing/test/access/*.test.ts"],
    lines: 60,
    mostSurvivors: 1
  },
  {
    name: "evaluation of flags",
    sources: [`${core}/src/evaluation`],
    tests: [
      `${core}/test/flags/evaluation/*.test.ts`,
      `${core}/test/flags/{FilterFault,FlagValidation,InTurns,MisspeltFlags}.test.ts`
    ],
    lines: 30,
    mostSurvivors: 1
  },
  {
    name: "rules of flags",
    sources: [`${core}/src/flags/editing`, `${core}/src/flags/model`],
    tests: [
      `${core}/test/flags/*.test.ts`,
      "packages/testing/test/flags/Flag{Actions,Records,Refusals,Limits}.test.ts"
    ],
    lines: 50,
    mostSurvivors: 1
  },
  {
    name: "definitions",
    sources: [`${core}/src/definitions`],
    tests: [`${core}/test/definitions/*.test.ts`, "packages/testing/test/definitions/*.test.ts"],
    lines: 50,
    mostSurvivors: 1
  }
]
