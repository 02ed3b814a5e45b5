import type { JsonRecord } from "../../shared/JsonRecord.ts"

/** What evaluation reads of a flag that is not deleted. */
export interface FlagSource {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly filters: JsonRecord
  readonly active: boolean
  readonly version: number
  readonly ensure_experience_continuity: boolean
  readonly evaluation_runtime: "server" | "client" | "all"
  readonly bucketing_identifier: "distinct_id" | "device_id"
  readonly evaluation_tags: ReadonlyArray<string>
  readonly has_experiment?: boolean | undefined
}

/** What evaluation reads of a cohort that is not deleted. */
export interface CohortSource {
  readonly id: number
  readonly is_static: boolean
  /** `{"properties": {"type", "values"}}`. */
  readonly filters: JsonRecord | null
}
