import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { AccountLink } from "./AccountLink.ts"

/** Storage of links. No two have the same value, not even those of different users. */
export class AccountLinkRepository extends Context.Service<
  AccountLinkRepository,
  EntityRepository<AccountLink> & {
    /** The one look-up without a user: the value identifies its owner. */
    readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<AccountLink>>
  }
>()("@hedgerow/core/accounts/AccountLinkRepository") {}
