/** Lengths of time that results are shown by. */
export const intervals = ["hour", "day", "week", "month", "quarter", "year"] as const
export type DraftInterval = (typeof intervals)[number]

/** A measure: an SQL expression and the name of its column. */
export interface Measure {
  readonly sql: string
  readonly name: string
}

/** The number of rows, with the highest or lowest values. */
export interface DraftLimit {
  readonly rows: number
  readonly isDescending: boolean
}

/** A fact that a phrase of a prompt states. Conditions, groups and measures are SQL. */
export type Fact =
  | { readonly _tag: "Measure"; readonly measure: Measure }
  /** Something is counted, which other words name. */
  | { readonly _tag: "Counting" }
  | { readonly _tag: "Events"; readonly names: ReadonlyArray<string>; readonly isApart: boolean }
  | { readonly _tag: "AllEvents" }
  | { readonly _tag: "Interval"; readonly interval: DraftInterval; readonly isVague: boolean }
  /** No condition: of all times. A bound can go with another one, a period cannot. */
  | { readonly _tag: "Dates"; readonly condition: string | undefined; readonly isBound: boolean }
  | { readonly _tag: "Group"; readonly sql: string }
  /** `of` is the group whose rows are ranked, where it is named. */
  | { readonly _tag: "Limit"; readonly limit: DraftLimit; readonly of: string | undefined }
  | { readonly _tag: "Filter"; readonly condition: string }
  /** The current query is meant; something may come beside what it has. */
  | { readonly _tag: "Changing"; readonly isAdding: boolean }

/** All facts of a prompt. */
export interface Draft {
  readonly measure: Measure | undefined
  readonly events: ReadonlyArray<string> | undefined
  /** Whether something is named that can be counted. */
  readonly hasSubject: boolean
  readonly isChanging: boolean
  readonly interval: DraftInterval | undefined
  readonly hasDates: boolean
  readonly dates: string | undefined
  readonly groups: ReadonlyArray<string>
  readonly limit: DraftLimit | undefined
  readonly filters: ReadonlyArray<string>
}
