import type { CompiledFlags, FlagSources } from "@hedgerow/core/evaluation/CompiledFlags"
import { compileFlags } from "@hedgerow/core/evaluation/CompiledFlags"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import type { EvaluationRequest } from "@hedgerow/core/evaluation/EvaluationRequest"
import type { FlagResult } from "@hedgerow/core/evaluation/FlagResult"
import type { CohortSource, FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime } from "effect"

/** A flag with the fields that a test names. */
export const makeFlag = (flag: Partial<FlagSource> & Pick<FlagSource, "key">): FlagSource => ({
  id: 1,
  name: "",
  filters: {},
  active: true,
  version: 1,
  ensure_experience_continuity: false,
  evaluation_runtime: "all",
  bucketing_identifier: "distinct_id",
  evaluation_tags: [],
  ...flag
})

/** A condition: its properties, its percentage, and any other fields. */
export const condition = (
  properties: ReadonlyArray<JsonRecord>,
  rollout_percentage: number | null = 100,
  more: JsonRecord = {}
): JsonRecord => ({ properties, rollout_percentage, ...more })

/** A filter on a property of persons. */
export const person = (key: string, value: unknown, operator = "exact"): JsonRecord => ({
  key,
  type: "person",
  value,
  operator
})

/** A cohort defined by properties. */
export const makeCohort = (id: number, type: "AND" | "OR", values: ReadonlyArray<JsonRecord>): CohortSource => ({
  id,
  is_static: false,
  filters: { properties: { type, values } }
})

/** A project's definitions of which a test names the parts. */
export const compile = (sources: Partial<FlagSources>): CompiledFlags =>
  compileFlags({ flags: [], cohorts: [], groupTypes: new Map(), timeZone: "UTC", ...sources })

/** The moment at which tests evaluate. */
export const now = DateTime.makeUnsafe("2026-03-31T12:00:00Z")

/** A request of which a test names the parts. */
export const makeRequest = (request: Partial<EvaluationRequest>): EvaluationRequest => ({
  distinctId: "user-17",
  groups: {},
  personProperties: {},
  groupProperties: {},
  hashKeys: new Map(),
  staticCohorts: new Set(),
  now,
  ...request
})

/** The answers of flags, in short: `true · condition_match(0)`. */
export const answers = (
  compiled: CompiledFlags,
  request: Partial<EvaluationRequest> = {}
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...evaluateFlags(compiled, makeRequest(request)).flags].map(([key, result]) => [key, answer(result)])
  )

/** One answer in few words. */
export const answer = ({ enabled, reason, variant }: FlagResult): string =>
  `${enabled ? variant ?? "true" : "false"} · ${reason.code}(${reason.conditionIndex ?? "null"})`
