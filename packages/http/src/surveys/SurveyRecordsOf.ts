import { UserLookup } from "@hedgerow/core/access/UserLookup"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import type { Project } from "@hedgerow/core/identity/Project"
import { flagsOf, type Survey } from "@hedgerow/core/surveys/Survey"
import { Surveys } from "@hedgerow/core/surveys/Surveys"
import { Effect } from "effect"
import { CurrentCaller } from "../auth/Authorization.ts"
import { mayReadSecrets, shownFlags } from "../flags/FlagRecordsOf.ts"
import { surveyRecord } from "./SurveyEncode.ts"

/** Makes surveys into records as the caller may see them. */
export const makeSurveyRecords = Effect.gen(function*() {
  const flags = yield* FeatureFlags
  const references = yield* FlagReferences
  const { people } = yield* UserLookup
  const surveys = yield* Surveys

  const flagsShown = Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Survey>, isTrusted: boolean) {
    const known = yield* flags.findMany(project.id, [...new Set(rows.flatMap(flagsOf))])
    const shown = yield* shownFlags(flags, known, isTrusted)
    return new Map(shown.map((flag) => [flag.id, flag]))
  })

  return Effect.fnUntraced(function*(project: Project, rows: ReadonlyArray<Survey>) {
    const caller = yield* CurrentCaller
    const live = new Map((yield* surveys.withActions(project.id, rows)).map((survey) => [survey.id, survey]))
    const record = surveyRecord({
      people: yield* people(project, rows.flatMap(({ created_by }) => created_by ?? [])),
      flags: yield* flagsShown(project, rows, mayReadSecrets(caller)),
      experiments: new Set(yield* references.withExperiments(project.id)),
      caller,
      project
    })
    return (survey: Survey) => record(live.get(survey.id) ?? survey)
  })
})
