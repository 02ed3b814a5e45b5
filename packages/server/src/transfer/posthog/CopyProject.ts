import * as Effect from "effect/Effect"
import { copyGroups } from "./CopyGroups.ts"
import type { Workplace } from "./Copying.ts"
import { copyPersons } from "./CopyPersons.ts"
import { copyRecords } from "./CopyRecords.ts"
import { copyTiles } from "./Dashboards.ts"
import { copyGroupTypes } from "./GroupTypes.ts"
import { type Ledger, makeLedger } from "./Ledger.ts"
import { scratchApi } from "./LocalApi.ts"
import type { PeopleTarget } from "./PeopleTarget.ts"
import type { ProjectApi, ProjectApiFailed } from "./ProjectApi.ts"
import { countBeside, readProject } from "./ReadProject.ts"
import type { Outcome } from "./Report.ts"

/** What is copied, and where to. */
export interface CopyRequest {
  readonly source: ProjectApi
  readonly target: PeopleTarget
  /** Whether persons and groups are copied too. */
  readonly hasPeople: boolean
  readonly isDry: boolean
}

/** The report of a copy, and why it ended before it was whole. */
export interface CopyReport {
  readonly outcomes: ReadonlyArray<Outcome>
  readonly failure: ProjectApiFailed | undefined
}

/**
 * The place that records are made at. A dry run makes them in memory, beside a copy of what the target has: the same rules
 * say there what would be refused.
 */
const workplace = Effect.fnUntraced(function*(target: ProjectApi, isDry: boolean) {
  const itself: Workplace = { target, work: target, isDry: false, workIdOf: (_, id) => id }
  if (!isDry) return itself
  const work = yield* scratchApi
  const { records } = yield* readProject(target)
  const copied = makeLedger()
  yield* copyGroupTypes(target, { api: work, events: undefined, onProgress: () => Effect.void }, copied)
  yield* copyRecords(target, records, { target: work, work, isDry, workIdOf: (_, id) => id }, copied)
  const dry: Workplace = { target, work, isDry, workIdOf: (kind, id) => copied.entry(kind, String(id))?.id }
  return dry
})

const copyAll = Effect.fnUntraced(function*({ hasPeople, isDry, source, target }: CopyRequest, ledger: Ledger) {
  const place = yield* workplace(target.api, isDry)
  const { outcomes, records } = yield* readProject(source)
  const people = isDry ? { ...target, events: undefined } : target
  const types = yield* copyGroupTypes(source, people, ledger)
  if (hasPeople) {
    ledger.tell(...yield* copyPersons(source, people))
    ledger.tell(...yield* copyGroups(source, people, types))
  }
  const copying = yield* copyRecords(source, records, place, ledger)
  if (!isDry) yield* copyTiles(copying)
  ledger.tell(...outcomes, ...yield* countBeside(source))
})

/**
 * Copies a project. What the target has already is known by its name and never changed, so that a second run changes
 * nothing, and one that follows a killed one makes the rest. A copy that cannot go on says what it did until then.
 */
export const copyProject = Effect.fnUntraced(function*(request: CopyRequest) {
  const ledger = makeLedger()
  const failure = yield* copyAll(request, ledger).pipe(
    Effect.as(undefined),
    Effect.catchTag("ProjectApiFailed", Effect.succeed)
  )
  const report: CopyReport = { outcomes: ledger.outcomes, failure }
  return report
}, Effect.scoped)
