import { Context } from "effect"
import type { EntityRepository } from "../entities/EntityRepository.ts"
import type { DataExport } from "./DataExport.ts"

/** Storage of exports; their files are in `ExportContent`. */
export class DataExportRepository extends Context.Service<DataExportRepository, EntityRepository<DataExport>>()(
  "@hedgerow/core/exports/DataExportRepository"
) {}
