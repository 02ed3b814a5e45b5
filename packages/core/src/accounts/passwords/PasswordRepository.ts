import type { Effect } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { Password } from "./Password.ts"

/** Storage of passwords' hashes. */
export class PasswordRepository extends Context.Service<
  PasswordRepository,
  EntityRepository<Password> & {
    /** Whether any user has a password. */
    readonly anyExists: Effect.Effect<boolean>
  }
>()("@hedgerow/core/accounts/passwords/PasswordRepository") {}
