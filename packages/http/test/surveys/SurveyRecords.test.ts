import { assert, it } from "@effect/vitest"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { blankSurvey } from "@hedgerow/core/surveys/editing/SurveyChanging"
import type { SurveyId } from "@hedgerow/core/surveys/Survey"
import { surveyRecord } from "@hedgerow/http/surveys/SurveyEncode"
import { DateTime } from "effect"
import { ann, membership, projects } from "../support/Fixtures.ts"

/** Counts how often somebody goes through all flags. */
class CountedFlags extends Map<FeatureFlagId, FeatureFlag> {
  walks = 0
  override values() {
    this.walks += 1
    return super.values()
  }
}

it("parts common to all surveys of a page are made once", () => {
  const [project] = projects
  assert.isDefined(project)
  const flags = new CountedFlags()
  const record = surveyRecord({
    people: new Map(),
    flags,
    experiments: new Set(),
    caller: {
      user: ann,
      memberships: [membership],
      scopes: ["*"],
      scopedProjects: [],
      scopedOrganizations: [],
      key: undefined
    },
    project
  })
  const surveys = Array.from({ length: 50 }, (_, number) =>
    blankSurvey({
      project_id: project.id,
      id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}` as SurveyId,
      name: `Survey ${number}`,
      type: "popover",
      created_by: null,
      created_at: DateTime.makeUnsafe(0)
    }))
  assert.strictEqual(surveys.map(record).length, 50)
  assert.strictEqual(flags.walks, 1)
})
