import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { PersonalApiKey, PersonalApiKeyId } from "./PersonalApiKey.ts"

interface Uses {
  /** The one look-up without a user: the value identifies its owner. */
  readonly findBySecureValue: (secureValue: string) => Effect.Effect<Option.Option<PersonalApiKey>>
  readonly markUsed: (id: PersonalApiKeyId, at: DateTime.Utc) => Effect.Effect<void>
}

/** Storage of personal API keys. No two have the same value, not even those of different users. */
export class PersonalApiKeyRepository
  extends Context.Service<PersonalApiKeyRepository, EntityRepository<PersonalApiKey> & Uses>()(
    "@hedgerow/core/access/PersonalApiKeyRepository"
  )
{}
