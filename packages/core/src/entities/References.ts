import { Effect } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/**
 * The kinds of records that refer to records of other domains, by their names in messages, in the order in which they
 * are locked. A new kind is a row here: no target compiles in `DomainReferences` until that kind answers for it.
 */
export const referrerNouns = {
  FeatureFlag: "feature flags",
  Experiment: "experiments",
  EarlyAccessFeature: "early access features",
  Survey: "surveys"
} as const
export type ReferrerKind = keyof typeof referrerNouns

/** All of them. */
export const referrerKinds = Object.keys(referrerNouns) as ReadonlyArray<ReferrerKind>

/** Something that is not deleted and refers to a target. */
export interface Reference {
  readonly id: number | string
  /** The key or the name that people know it by. */
  readonly name: string
}

/** The reference of each kind to a target; a target knows its own kind's references itself. */
export type KnownReferences<Own = never> = { readonly [Kind in Exclude<ReferrerKind, Own>]: Reference }

/** Finds the references of one kind of records to one target. */
export interface ReferenceFinder<Id, Found> {
  /** Its references to each of these; an id without references may be left out. */
  readonly find: (
    project: ProjectId,
    ids: ReadonlyArray<Id>
  ) => Effect.Effect<ReadonlyMap<Id, ReadonlyArray<Found>>>
  /** Inside a `Transaction.run` none of them begins to refer to a target of the project until it ends. */
  readonly lock: (project: ProjectId) => Effect.Effect<void>
}

/** A finder for each kind: one that is missing does not compile. */
export type ReferenceFinders<Id, Known> = { readonly [Kind in keyof Known]: ReferenceFinder<Id, Known[Kind]> }

/** The references to one target, by kind. */
export type Referrers<Known> = { readonly [Kind in keyof Known]: ReadonlyArray<Known[Kind]> }

/**
 * The references to records of one kind, found by every kind that may refer to them. A record of another project has
 * none. Locks are taken from the target to its referrers.
 */
export interface References<Id, Known> {
  readonly find: (project: ProjectId, id: Id) => Effect.Effect<Referrers<Known>>
  /** As `find`; inside a `Transaction.run` nothing new refers to a target of the project until it ends. */
  readonly findForUpdate: (project: ProjectId, id: Id) => Effect.Effect<Referrers<Known>>
  /** Those of each of these ids. */
  readonly findMany: (
    project: ProjectId,
    ids: ReadonlyArray<Id>
  ) => Effect.Effect<ReadonlyMap<Id, Referrers<Known>>>
}

/** Runs every finder, one after the other. */
export const makeReferences = <Id, Known extends Partial<KnownReferences>>(
  finders: ReferenceFinders<Id, Known> & { readonly [Kind in ReferrerKind]?: ReferenceFinder<Id, Reference> }
): References<Id, Known> => {
  const known = referrerKinds.flatMap((kind) => {
    const finder: ReferenceFinder<Id, Reference> | undefined = finders[kind]
    return finder === undefined ? [] : [{ kind, finder }]
  })

  const findMany = Effect.fn("References.findMany")(function*(project: ProjectId, ids: ReadonlyArray<Id>) {
    if (ids.length === 0) return new Map<Id, Referrers<Known>>()
    const answers = yield* Effect.forEach(
      known,
      ({ finder, kind }) => Effect.map(finder.find(project, ids), (found) => ({ kind, found }))
    )
    const of = (id: Id) => Object.fromEntries(answers.map(({ found, kind }) => [kind, found.get(id) ?? []]))
    return new Map(ids.map((id) => [id, of(id) as Referrers<Known>]))
  })

  const find = (project: ProjectId, id: Id) =>
    Effect.flatMap(findMany(project, [id]), (found) => Effect.orDie(Effect.fromNullishOr(found.get(id))))

  return {
    find,
    findForUpdate: Effect.fn("References.findForUpdate")(function*(project, id) {
      yield* Effect.forEach(known, ({ finder }) => finder.lock(project), { discard: true })
      return yield* find(project, id)
    }),
    findMany
  }
}

/** The answers of a kind of records that never refers to the target's kind. */
export const nobody = Effect.succeed({
  find: () => Effect.succeed(new Map<never, never>()),
  lock: () => Effect.void,
  referred: () => Effect.succeed([]),
  follow: () => Effect.void
})
