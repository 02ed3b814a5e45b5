import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { LoginSession } from "./LoginSession.ts"

/** Storage of sessions. No two have the same value, not even those of different users. */
export class LoginSessionRepository extends Context.Service<
  LoginSessionRepository,
  EntityRepository<LoginSession> & {
    /** The one look-up without a user: the value identifies its owner. */
    readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<LoginSession>>
  }
>()("@hedgerow/core/accounts/LoginSessionRepository") {}
