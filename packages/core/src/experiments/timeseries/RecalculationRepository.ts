import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { Recalculation } from "./Recalculation.ts"

/** Storage of recalculations. */
export class RecalculationRepository
  extends Context.Service<RecalculationRepository, EntityRepository<Recalculation>>()(
    "@hedgerow/core/experiments/timeseries/RecalculationRepository"
  )
{}
