import { Effect, Schema } from "effect"
import { Uuid } from "../shared/Uuid.ts"
import { OrganizationId } from "./Organization.ts"

/** Project id = team id: a positive int4, unique over the installation. */
export const ProjectId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("ProjectId")
)
export type ProjectId = typeof ProjectId.Type

/** The public ingestion token, `phc_…`. */
export const ProjectToken = Schema.String.pipe(Schema.brand("ProjectToken"))
export type ProjectToken = typeof ProjectToken.Type

/** Sunday (0) or Monday (1). */
export const WeekStart = Schema.Literals([0, 1])
export type WeekStart = typeof WeekStart.Type

/**
 * The approvals that a change of a flag needs: their number, and the tags of the flags that are meant, in any letter case.
 * Without tags all flags are.
 */
export const FlagApprovals = Schema.Struct({
  approvals: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 5 })),
  tags: Schema.optionalKey(Schema.Array(Schema.String.check(Schema.isMaxLength(255))).check(Schema.isMaxLength(100)))
})
export type FlagApprovals = typeof FlagApprovals.Type

/** The unit that isolates all data. `timezone` is an IANA name; it decides how SQL reads and buckets dates. */
export class Project extends Schema.Class<Project>("Project")({
  id: ProjectId,
  uuid: Uuid,
  organization_id: OrganizationId,
  name: Schema.String,
  api_token: ProjectToken,
  timezone: Schema.String,
  week_start_day: WeekStart,
  /** Conditions, as sent, on the events that are none of the project's own tests. */
  test_account_filters: Schema.Array(Schema.Json).pipe(Schema.withConstructorDefault(Effect.succeed([]))),
  /** The number of days that events are kept for, by their time; null: for ever. */
  events_retention_days: Schema.NullOr(Schema.Int).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  /** The most events that are stored in a calendar month, in UTC; null: any number. */
  events_monthly_quota: Schema.NullOr(Schema.Int).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  /** The share of distinct ids whose events are stored, above 0 and at most 1. */
  events_sample_rate: Schema.Finite.pipe(Schema.withConstructorDefault(Effect.succeed(1))),
  /** As sent; null: a change of a flag needs no approval. */
  flag_approvals: Schema.NullOr(FlagApprovals).pipe(Schema.withConstructorDefault(Effect.succeed(null))),
  created_at: Schema.DateTimeUtc,
  updated_at: Schema.DateTimeUtc
}) {}
