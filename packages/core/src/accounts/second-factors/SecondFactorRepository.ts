import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { SecondFactor } from "./SecondFactor.ts"

/** Storage of second factors. */
export class SecondFactorRepository extends Context.Service<SecondFactorRepository, EntityRepository<SecondFactor>>()(
  "@hedgerow/core/accounts/second-factors/SecondFactorRepository"
) {}
