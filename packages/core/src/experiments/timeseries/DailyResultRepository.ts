import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { DailyResult } from "./DailyResult.ts"

/** Storage of the daily results of experiments. */
export class DailyResultRepository extends Context.Service<DailyResultRepository, EntityRepository<DailyResult>>()(
  "@hedgerow/core/experiments/timeseries/DailyResultRepository"
) {}
