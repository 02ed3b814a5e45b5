import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import { Effect, Option, Struct } from "effect"
import type { Editing } from "../entities/Changes.ts"
import type { ProjectId } from "../identity/Project.ts"
import { ChangeCapture } from "../replication/ChangeCapture.ts"
import { differs, withChanges } from "../shared/Fields.ts"
import { Transaction } from "../shared/Transaction.ts"
import type { Uuid } from "../shared/Uuid.ts"
import { Cohort, type CohortId, isFound } from "./Cohort.ts"
import type { Definition } from "./CohortDefinition.ts"
import { CohortNotFound } from "./CohortErrors.ts"
import { type CohortGraph, dependentsOf, graphIssues, namedBy, requireNone, typeIn } from "./CohortGraph.ts"
import type { CohortChanges } from "./CohortInput.ts"
import { CohortReferences } from "./CohortReferences.ts"
import { behaviourOfFlags, membersOfDynamic, staticFixed, usedByCohorts, usedByOthers } from "./CohortRefusals.ts"
import { CohortRepository } from "./CohortRepository.ts"
import { makeCohortWriting } from "./CohortWriting.ts"

const definitionFields = ["filters", "groups", "query"] as const

const changedFields = (before: Cohort, changes: CohortChanges): Partial<Definition> =>
  Struct.pick(
    changes,
    definitionFields.filter((name) => {
      const value = changes[name]
      return value !== undefined && canonicalJson(value) !== canonicalJson(before[name])
    })
  )

/** Refuses what a cohort's kind does not allow. */
const requireKind = Effect.fnUntraced(function*(before: Cohort, changes: CohortChanges) {
  if ((changes.is_static ?? before.is_static) !== before.is_static) return yield* staticFixed
  if (!before.is_static && (changes._create_static_person_ids ?? []).length > 0) return yield* membersOfDynamic
})

/** Changes cohorts: each change is one transaction with its activity. */
export const makeCohortEditing = Effect.gen(function*() {
  const repository = yield* CohortRepository
  const { capture } = yield* ChangeCapture
  const transaction = yield* Transaction
  const references = yield* CohortReferences
  const { addListed, calculate, calculateDependents, lockGraph, record } = yield* makeCohortWriting

  const requireUnused = Effect.fnUntraced(function*(graph: CohortGraph, { id, project_id }: Cohort) {
    const used = usedByOthers(yield* references.findForUpdate(project_id, id))
    if (used !== undefined) return yield* used
    const others = namedBy(graph, id)
    if (others.length > 0) return yield* usedByCohorts(others)
  })

  const requireNoFlags = Effect.fnUntraced(function*({ id, name, project_id }: Cohort) {
    const { FeatureFlag: flags } = yield* references.findForUpdate(project_id, id)
    if (flags.length > 0) return yield* behaviourOfFlags(name, flags)
  })

  /** Members that were found by properties do not stay when members are found otherwise. */
  const withoutMembers = Effect.fnUntraced(function*(cohort: Cohort) {
    const everybody = { after: undefined, until: undefined }
    yield* capture(repository.replaceMembers(cohort.project_id, cohort.id, everybody, []))
    return new Cohort({ ...cohort, count: null, last_calculation: null, errors_calculating: 0 })
  })

  /** The cohort after a change of a definition, its own or that of one it names. */
  const redefined = Effect.fnUntraced(function*(graph: CohortGraph, before: Cohort, definition: Definition) {
    const cohort_type = typeIn(graph, definition, before.is_static)
    const isCalculated = isFound(cohort_type) && !before.deleted
    const after = new Cohort({
      ...before,
      ...definition,
      cohort_type,
      version: before.version + 1,
      is_calculating: before.is_static ? before.is_calculating : isCalculated
    })
    if (cohort_type === "behavioral" && before.cohort_type !== "behavioral") yield* requireNoFlags(after)
    if (isCalculated) yield* calculate(after)
    return isFound(before.cohort_type) && !isFound(cohort_type)
      ? yield* withoutMembers(after)
      : after
  })

  const follow = Effect.fnUntraced(function*(graph: CohortGraph, changed: Cohort) {
    const known = new Map(graph).set(changed.id, changed)
    for (const dependent of dependentsOf(known, changed.id)) {
      if (dependent.is_static) continue
      const after = yield* redefined(known, dependent, dependent)
      yield* repository.update(after)
      known.set(after.id, after)
    }
  })

  /** The cohort with its changes, and whether they change its members. */
  const changed = Effect.fnUntraced(function*(graph: CohortGraph, before: Cohort, changes: CohortChanges) {
    const plain = new Cohort(withChanges(before, Struct.pick(changes, ["name", "description", "deleted"])))
    const fields = changedFields(before, changes)
    const isRedefined = Object.keys(fields).length > 0 || (before.deleted && !plain.deleted)
    if (plain.deleted && !before.deleted) yield* requireUnused(graph, before)
    if (!isRedefined) return { after: plain, isRedefined }
    const definition = { ...Struct.pick(plain, definitionFields), ...fields }
    if (!plain.deleted) {
      yield* requireNone(graphIssues(new Map(graph).set(plain.id, plain), definition, plain.id))
    }
    return { after: yield* redefined(graph, plain, definition), isRedefined }
  })

  const patch = Effect.fnUntraced(
    function*(editing: Editing, id: CohortId, changes: CohortChanges, persons: ReadonlyArray<Uuid>) {
      const graph = yield* lockGraph(editing.project.id)
      const before = Option.getOrUndefined(yield* repository.findForUpdate(editing.project.id, id))
      if (before === undefined) return yield* new CohortNotFound()
      yield* requireKind(before, changes)
      const { after, isRedefined } = yield* changed(graph, before, changes)
      if (isRedefined || differs(before, after)) {
        yield* repository.update(after)
        if (isRedefined && !after.deleted) yield* follow(graph, after)
        yield* record(editing, { before, after })
      }
      return yield* addListed(graph, after, persons)
    },
    transaction.run
  )

  /** Once a cohort has been filled, others that go by its members follow. */
  const filled = Effect.fnUntraced(function*(project: ProjectId, id: CohortId) {
    yield* calculateDependents(yield* lockGraph(project), { id })
  }, transaction.run)

  return { filled, patch }
})
