import { UserLookup } from "@hedgerow/core/access/UserLookup"
import type { Experiment } from "@hedgerow/core/experiments/Experiment"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import type { Project } from "@hedgerow/core/identity/Project"
import { Effect } from "effect"
import { CurrentCaller } from "../auth/Authorization.ts"
import { mayReadSecrets, shownFlags } from "../flags/FlagRecordsOf.ts"
import { experimentRecord } from "./ExperimentEncode.ts"

/** Makes experiments into records as the caller may see them. */
export const makeExperimentRecords = Effect.gen(function*() {
  const experiments = yield* Experiments
  const flags = yield* FeatureFlags
  const { people } = yield* UserLookup

  const flagsShown = Effect.fnUntraced(
    function*(project: Project, rows: ReadonlyArray<Experiment>, isTrusted: boolean) {
      const known = yield* flags.findMany(project.id, [...new Set(rows.map(({ feature_flag_id: id }) => id))])
      const shown = yield* shownFlags(flags, known, isTrusted)
      return new Map(shown.map((flag) => [flag.id, flag]))
    }
  )

  return Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Experiment>) {
    const caller = yield* CurrentCaller
    const named = yield* experiments.named(project.id, rows)
    const makers = [...rows, ...named.holdouts.values()].flatMap(({ created_by }) => created_by ?? [])
    return experimentRecord({
      ...named,
      people: yield* people(project, makers),
      flags: yield* flagsShown(project, rows, mayReadSecrets(caller)),
      caller,
      project
    })
  })
})
