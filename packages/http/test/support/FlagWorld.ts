import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { chunkOf } from "@hedgerow/core/caching/Chunks"
import { DefinitionsVersionRepository } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import type { Cohort } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import { blankFlag } from "@hedgerow/core/flags/editing/FlagChanging"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import { FlagEvaluations } from "@hedgerow/core/flags/serving/FlagEvaluations"
import { type HashKey, HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import type { Person } from "@hedgerow/core/persons/Person"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { withoutCopies } from "@hedgerow/core/replication/CopiedChange"
import { DateTime, Effect, Layer, Option, Stream } from "effect"
import { projects } from "./Fixtures.ts"

const at = DateTime.makeUnsafe("2026-03-01T10:00:00Z")

/** A flag of project 1 that is on for everybody by default. */
export const flagOf = (id: number, key: string, fields: Partial<FeatureFlag> = {}): FeatureFlag =>
  new FeatureFlag({
    ...blankFlag(id as FeatureFlagId, key, 1 as ProjectId, "system", at),
    filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
    ...fields
  })

/** Filters with one condition on a person's property. */
export const whoHas = (key: string, value: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  groups: [{ properties: [{ key, type: "person", value, operator: "exact" }], rollout_percentage: 100 }],
  ...more
})

/** The contents of project 1; a test changes them and calls `bump`. */
export interface FlagRecords {
  flags: ReadonlyArray<FeatureFlag>
  cohorts: ReadonlyArray<Cohort>
  groupTypes: ReadonlyMap<string, GroupTypeIndex>
  persons: Readonly<Record<string, Person["properties"]>>
  groups: Readonly<Record<string, Group["properties"]>>
  hashKeys: Array<HashKey>
  /** The lookups, in order. */
  readonly reads: Array<string>
}

const ofOne = <A>(project: ProjectId, records: ReadonlyArray<A>): ReadonlyArray<A> => project === 1 ? records : []

/** A repository's answers of all things, and of those in chunks. */
const inTwoWays = <A extends { readonly id: number }>(items: () => ReadonlyArray<A>) => ({
  all: (project: ProjectId) => Effect.sync(() => ofOne(project, items())),
  chunks: (project: ProjectId) =>
    Effect.sync(() =>
      new Map(Array.from(
        Map.groupBy(ofOne(project, items()), ({ id }) => chunkOf(id)),
        ([chunk, found]) => [chunk, JSON.stringify(found)] as const
      ))
    ),
  inChunks: (project: ProjectId, chunks: ReadonlyArray<number>) =>
    Effect.sync(() => ofOne(project, items()).filter(({ id }) => chunks.includes(chunkOf(id))))
})

const unused = () => withoutCopies(Effect.die("not used here"))

const repositories = (records: FlagRecords) => {
  const read = <A>(what: string, answer: () => A) =>
    Effect.sync(() => {
      records.reads.push(what)
      return answer()
    })
  return Layer.mergeAll(
    Layer.mock(ProjectRepository)({
      find: (id) => Effect.succeed(Option.fromUndefinedOr(projects.find((project) => project.id === id))),
      findByToken: (token) =>
        Effect.succeed(Option.fromUndefinedOr(projects.find((project) => project.api_token === token)))
    }),
    Layer.mock(FeatureFlagRepository)(inTwoWays(() => records.flags)),
    Layer.mock(CohortRepository)({
      ...inTwoWays(() => records.cohorts),
      addMembers: unused,
      replaceMembers: unused,
      membershipsOf: () => read("memberships", () => new Set())
    }),
    Layer.mock(GroupRepository)({
      save: unused,
      types: (project) => Effect.sync(() => new Map(ofOne(project, [...records.groupTypes]))),
      find: (project, index, key) =>
        read(`group ${key}`, () => {
          const properties = records.groups[key]
          const fields = { project_id: project, group_type_index: index, group_key: key, created_at: 0, updated_at: 0 }
          return properties === undefined ? undefined : { ...fields, properties } as Group
        })
    }),
    Layer.mock(PersonRepository)({
      remove: unused,
      apply: unused,
      findByDistinctId: (project, distinctId) =>
        read(`person ${distinctId}`, () => {
          const properties = records.persons[distinctId]
          return properties === undefined ? undefined : { id: distinctId, project_id: project, properties } as Person
        })
    }),
    Layer.mock(FlagReferences)({ withExperiments: () => Effect.succeed([]) }),
    Layer.mock(HashKeyRepository)({
      find: (_, ids) => read("hash keys", () => records.hashKeys.filter(({ personId }) => ids.includes(personId))),
      add: (_, keys) => read("hash keys kept", () => void records.hashKeys.push(...keys))
    })
  )
}

/** The real evaluation of flags over records that a test sets. */
export const makeFlagWorld = Effect.fnUntraced(function*(given: Partial<FlagRecords> = {}) {
  const records: FlagRecords = {
    flags: [],
    cohorts: [],
    groupTypes: new Map(),
    persons: {},
    groups: {},
    hashKeys: [],
    reads: [],
    ...given
  }
  let version = 0
  const versions = DefinitionsVersions.layer.pipe(Layer.provide(
    Layer.mock(DefinitionsVersionRepository)({
      current: () => Effect.sync(() => version),
      bump: () => Effect.sync(() => void version++),
      changes: Stream.never
    })
  ))
  const context = yield* Layer.build(
    FlagEvaluations.layer.pipe(Layer.provideMerge(versions), Layer.provide(repositories(records)))
  )
  const [flags, { bump }] = yield* Effect.all([FlagEvaluations, DefinitionsVersions]).pipe(Effect.provide(context))
  return {
    records,
    flags,
    bump: bump(1 as ProjectId),
    /** Another server changes something, and its hint is not there yet. */
    changeElsewhere: Effect.sync(() => void version++)
  }
})
