import { accessLevelOf, levelIn } from "@hedgerow/core/access/Membership"
import { keyIdOf, type Requester } from "@hedgerow/core/access/Requester"
import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { Cohorts } from "@hedgerow/core/cohorts/Cohorts"
import { Dashboards } from "@hedgerow/core/dashboards/Dashboards"
import { cohortsOf } from "@hedgerow/core/evaluation/FlagConditions"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { dashboardsOf, type FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect } from "effect"
import { CurrentCaller, CurrentProject } from "../auth/Authorization.ts"
import { featureFlagRecord, type FlagContext } from "./FeatureFlagEncode.ts"

/** Encrypted payloads are shown to keys and secrets alone, never to who is logged in to a host application. */
export const mayReadSecrets = (requester: Requester): boolean => keyIdOf(requester) !== undefined

/** Flags as they are shown to who may read secrets, or may not: only those with encrypted payloads differ. */
export const shownFlags = (flags: FeatureFlags["Service"], found: ReadonlyArray<FeatureFlag>, isTrusted: boolean) =>
  found.some(({ has_encrypted_payloads }) => has_encrypted_payloads)
    ? Effect.forEach(found, (flag) => flag.has_encrypted_payloads ? flags.shown(flag, isTrusted) : Effect.succeed(flag))
    : Effect.succeed(found)

/** The users that flags name. */
const namedBy = ({ created_by, last_modified_by }: FeatureFlag) =>
  [created_by, last_modified_by].filter((id) => id !== null)

/** Makes flags into records as the caller may see them. */
export const makeFlagRecords = Effect.gen(function*() {
  const flags = yield* FeatureFlags
  const cohorts = yield* Cohorts
  const dashboards = yield* Dashboards
  const references = yield* FlagReferences
  const { people } = yield* UserLookup

  const cohortNames = Effect.fnUntraced(function*(project: ProjectId, found: ReadonlyArray<FeatureFlag>) {
    const ids = [...new Set(found.flatMap(({ filters }) => cohortsOf(filters)))] as ReadonlyArray<number>
    if (ids.length === 0) return new Map<number, string>()
    const named = yield* cohorts.findMany(project, ids as ReadonlyArray<CohortId>)
    return new Map<number, string>(named.map(({ id, name }) => [id, name]))
  })

  const dashboardsGone = Effect.fnUntraced(function*(project: ProjectId, found: ReadonlyArray<FeatureFlag>) {
    const named = [...new Set(found.flatMap(dashboardsOf))]
    return new Set(named.length === 0 ? [] : yield* dashboards.missing(project, named))
  })

  const contextOf = Effect.fnUntraced(function*(found: ReadonlyArray<FeatureFlag>) {
    const project = yield* CurrentProject
    const { memberships } = yield* CurrentCaller
    return {
      people: yield* people(project, found.flatMap(namedBy)),
      uses: yield* references.findMany(project.id, found.map(({ id }) => id)),
      cohorts: yield* cohortNames(project.id, found),
      dashboardsGone: yield* dashboardsGone(project.id, found),
      accessLevel: accessLevelOf(levelIn(memberships, project.organization_id) ?? 1),
      now: yield* DateTime.now
    } satisfies FlagContext
  })

  const records = Effect.fnUntraced(function*(found: ReadonlyArray<FeatureFlag>) {
    const isTrusted = mayReadSecrets(yield* CurrentCaller)
    const shown = yield* shownFlags(flags, found, isTrusted)
    return shown.map(featureFlagRecord(yield* contextOf(shown)))
  })

  return {
    records,
    record: Effect.fnUntraced(function*(flag: FeatureFlag) {
      const [record] = yield* records([flag])
      return record ?? (yield* Effect.die(new Error("A flag has a record.")))
    })
  }
})
