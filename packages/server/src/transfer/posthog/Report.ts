import { whole } from "../Progress.ts"

/** What became of a record. */
export interface Outcome {
  /** The kind, in words. */
  readonly what: string
  readonly name: string
  readonly outcome: "left out" | "made" | "there"
  /** Why, or what differs. */
  readonly note?: string | undefined
  /** The records that it stands for; one unless said. */
  readonly count?: number
}

const counted = (outcomes: ReadonlyArray<Outcome>, outcome: Outcome["outcome"]): string =>
  whole(outcomes.filter((one) => one.outcome === outcome).reduce((sum, { count = 1 }) => sum + count, 0))

/** The report as a table. */
export const reportTable = (outcomes: ReadonlyArray<Outcome>, isDry: boolean) => ({
  columns: ["outcome", "kind", "name", "note"],
  results: outcomes.map(({ name, note, outcome, what }) => [
    isDry && outcome === "made" ? "to make" : outcome,
    what,
    name,
    note ?? ""
  ])
})

/** The end of the report. */
export const summaryOf = (outcomes: ReadonlyArray<Outcome>, isDry: boolean): string =>
  `${counted(outcomes, "made")} ${isDry ? "to make" : "made"}, ${counted(outcomes, "there")} there already, `
  + `${counted(outcomes, "left out")} left out.`
