import { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import type { Organization, OrganizationId } from "@hedgerow/core/identity/Organization"
import { DateTime, Effect, Layer, Option, Order } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"

const byCreation: Order.Order<Organization> = Order.combine(
  Order.mapInput(DateTime.Order, (organization) => organization.created_at),
  Order.mapInput(Order.String, (organization) => organization.id)
)

/** Organisations in memory. */
export const layer: Layer.Layer<OrganizationRepository, never, MemoryDatabase> = Layer.effect(
  OrganizationRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (id: OrganizationId) =>
      database.operation((state) => Option.fromUndefinedOr(state.organizations.get(id)))

    return OrganizationRepository.of({
      insert: Effect.fn("OrganizationRepository.insert")((organization: Organization) =>
        database.operation((state) => {
          if (state.organizations.has(organization.id)) throw new Error(`Organisation ${organization.id} exists`)
          state.organizations.set(organization.id, organization)
        })
      ),
      find: Effect.fn("OrganizationRepository.find")(find),
      // A transaction has the whole database to itself.
      findForUpdate: Effect.fn("OrganizationRepository.findForUpdate")(find),
      update: Effect.fn("OrganizationRepository.update")((organization: Organization) =>
        database.operation((state) => {
          if (state.organizations.has(organization.id)) state.organizations.set(organization.id, organization)
        })
      ),
      listByIds: Effect.fn("OrganizationRepository.listByIds")((ids: ReadonlyArray<OrganizationId>) =>
        database.operation((state) =>
          [...new Set(ids)].flatMap((id) => state.organizations.get(id) ?? []).toSorted(byCreation)
        )
      )
    })
  })
)
