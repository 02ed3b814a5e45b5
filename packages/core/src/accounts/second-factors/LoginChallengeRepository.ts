import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../../entities/EntityRepository.ts"
import type { LoginChallenge } from "./LoginChallenge.ts"

/** Storage of challenges. No two have the same value, not even those of different users. */
export class LoginChallengeRepository extends Context.Service<
  LoginChallengeRepository,
  EntityRepository<LoginChallenge> & {
    /** The one look-up without a user: the value identifies its owner. */
    readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<LoginChallenge>>
  }
>()("@hedgerow/core/accounts/second-factors/LoginChallengeRepository") {}
