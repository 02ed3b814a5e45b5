import type { JsonRecord } from "../shared/JsonRecord.ts"

/** The parts of a flag, not deleted, that evaluation reads. */
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

/** The parts of a cohort, not deleted, that evaluation reads. */
export interface CohortSource {
  readonly id: number
  readonly is_static: boolean
  /** `{"properties": {"type", "values"}}`. */
  readonly filters: JsonRecord | null
}
