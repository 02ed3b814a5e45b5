import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { EntityColumns } from "../../entities/Where.ts"
import type { ResponseArchivedElsewhere } from "../SurveyErrors.ts"
import type { ArchivedResponse } from "./ArchivedResponse.ts"

/** Storage of the responses that are archived. A project has one uuid at most once. */
export class ArchivedResponseRepository extends Context.Service<
  ArchivedResponseRepository,
  EntityRepository<ArchivedResponse, EntityColumns, ResponseArchivedElsewhere>
>()("@hedgerow/core/surveys/responses/ArchivedResponseRepository") {}
