import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { SqlVariable } from "./SqlVariable.ts"

/** Storage of variables. */
export class SqlVariableRepository extends Context.Service<SqlVariableRepository, EntityRepository<SqlVariable>>()(
  "@hedgerow/core/query/variables/SqlVariableRepository"
) {}
