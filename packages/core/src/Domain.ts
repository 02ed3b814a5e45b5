import { Layer } from "effect"
import { ProjectAccess } from "./access/ProjectAccess.ts"
import { Ingestion } from "./events/Ingestion.ts"
import { Queries } from "./query/Queries.ts"
import type { StoragePorts } from "./StoragePorts.ts"

/** The services of every domain. */
export type DomainServices = Ingestion | ProjectAccess | Queries

/** Every domain service, over whatever storage is provided. */
export const layer: Layer.Layer<DomainServices, never, StoragePorts> = Layer.mergeAll(
  Ingestion.layer,
  ProjectAccess.layer,
  Queries.layer
)
