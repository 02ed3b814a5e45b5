import type { SurveyId } from "@hedgerow/core/surveys/Survey"
import { surveyEntity, timedSurveys } from "@hedgerow/core/surveys/SurveyEntity"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"
import { rowOrder, whereTest } from "../entities/WhereTest.ts"

const isTimed = whereTest(timedSurveys)

/** Surveys in memory. */
export const layer: Layer.Layer<SurveyRepository, never, MemoryDatabase> = Layer.effect(
  SurveyRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return SurveyRepository.of({
      ...yield* MemoryEntity.make(surveyEntity),
      projectOf: Effect.fn("SurveyRepository.projectOf")((id: SurveyId) =>
        database.operation((state) =>
          Option.map(
            Option.fromUndefinedOr(
              state.projects.find((project) => state.entities(surveyEntity, project.id).rows.has(id))
            ),
            (project) => project.id
          )
        )
      ),
      timed: Effect.fn("SurveyRepository.timed")((after: SurveyId | undefined, limit: number) =>
        database.operation((state) =>
          state.projects
            .flatMap(({ id }) => Array.from(state.entities(surveyEntity, id).rows.values()))
            .filter((survey) => isTimed(survey) && (after === undefined || survey.id > after))
            .toSorted(rowOrder([]))
            .slice(0, limit)
        )
      )
    })
  })
)
