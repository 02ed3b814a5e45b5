import { DateTime, Effect, Result } from "effect"
import type { Caller } from "../../access/Caller.ts"
import { ProjectAccess } from "../../access/ProjectAccess.ts"
import type { Project } from "../../identity/Project.ts"
import type { Issues } from "../../shared/Field.ts"
import { Field, integer, list, readFields } from "../../shared/Fields.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { Transaction } from "../../shared/Transaction.ts"
import type { makeSurveyEditing } from "../editing/SurveyEditing.ts"
import type { Survey } from "../Survey.ts"
import { copyOf, skippedFields } from "./PortableSurvey.ts"

/** The most projects into which one request copies. */
export const maxTargets = 50

const targets = list(integer(), { nonEmpty: true, maxLength: maxTargets })

const noList: Issues = [{
  path: [],
  code: "invalid_input",
  message: "target_team_ids must be a non-empty list of team IDs",
  field: null
}]

const targetIds = Field.make<ReadonlyArray<number>>(
  (value) => Result.mapError(targets.read(value), (issues) => issues[0].code === "max_length" ? issues : noList),
  targets.jsonSchema
)

/** The fields of a request to copy a survey. */
export const surveyCopyFields = {
  target_team_ids: targetIds.describe("The ids of the projects that get a copy, each once.", [2])
}

const unreachable = new InvalidInput({
  issues: [{
    path: ["target_team_ids"],
    code: "invalid_input",
    message: "One or more target teams not found or you don't have access to them",
    field: null
  }]
})

/** A copy of a survey in another project. */
export interface SurveyCopy {
  readonly survey: Survey
  readonly skipped: ReadonlyArray<string>
}

const inProject = (project: Project) => ({ issues: [first, ...rest] }: InvalidInput): InvalidInput => {
  const moved = (issue: InputIssue): InputIssue => ({
    ...issue,
    path: ["projects", String(project.id), ...issue.path],
    message: `Project ${project.id}: ${issue.message}`,
    field: null
  })
  return new InvalidInput({ issues: [moved(first), ...rest.map(moved)] })
}

const sentTargets = (body: unknown) => ({
  target_team_ids: isJsonRecord(body) ? body["target_team_ids"] ?? [] : []
})

/** Copies surveys into other projects of their organisation: into all of them, or none. */
export const makeSurveyCopying = Effect.fnUntraced(
  function*(editing: Effect.Success<typeof makeSurveyEditing>) {
    const access = yield* ProjectAccess
    const transaction = yield* Transaction

    const targetOf = (caller: Caller, from: Project, id: number) =>
      access.resolve(caller, String(id), "survey:write").pipe(
        Effect.mapError(() => unreachable),
        Effect.filterOrFail((project) => project.organization_id === from.organization_id, () => unreachable)
      )

    const copyInto = Effect.fnUntraced(
      function*(caller: Caller, survey: Survey, project: Project) {
        const sent = { ...copyOf(survey, yield* DateTime.now), source_survey_id: survey.id }
        const copy = yield* editing.make({ project, actor: caller.user }, sent)
        return { survey: copy, skipped: skippedFields(survey) } satisfies SurveyCopy
      },
      (effect, _caller, _survey, project) =>
        Effect.catchTag(effect, "InvalidInput", (error) => Effect.fail(inProject(project)(error)))
    )

    /** In the order of ids, so that two requests never wait for each other. */
    const copyAll = Effect.fnUntraced(
      function*(caller: Caller, survey: Survey, projects: ReadonlyArray<Project>) {
        const inOrder = projects.toSorted((left, right) => left.id - right.id)
        const copies = yield* Effect.forEach(inOrder, (project) => copyInto(caller, survey, project))
        const byProject = new Map(copies.map((copy) => [copy.survey.project_id, copy]))
        return projects.flatMap(({ id }) => byProject.get(id) ?? [])
      },
      transaction.run
    )

    return Effect.fnUntraced(function*(caller: Caller, from: Project, survey: Survey, body: unknown) {
      const { target_team_ids: ids } = yield* readFields(surveyCopyFields, sentTargets(body))
      if (new Set(ids).size < ids.length) return yield* unreachable
      const projects = yield* Effect.forEach(ids, (id) => targetOf(caller, from, id))
      return yield* copyAll(caller, survey, projects)
    })
  }
)
