import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { LoginIdentity } from "./LoginIdentity.ts"

/** Storage of identities. No two have the same value, not even those of different users. */
export class LoginIdentityRepository extends Context.Service<
  LoginIdentityRepository,
  EntityRepository<LoginIdentity> & {
    /** The one look-up without a user: the value identifies its owner. */
    readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<LoginIdentity>>
  }
>()("@hedgerow/core/accounts/providers/LoginIdentityRepository") {}
