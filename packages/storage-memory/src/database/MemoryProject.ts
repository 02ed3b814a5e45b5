import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { Event } from "@hedgerow/core/events/Event"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { Group } from "@hedgerow/core/persons/Group"
import type { Person } from "@hedgerow/core/persons/Person"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { EntityTables } from "./EntityTables.ts"
import { MemoryActivity } from "./MemoryActivity.ts"
import { MemoryIndex } from "./MemoryIndex.ts"
import { MemoryTable } from "./MemoryTable.ts"
import type { DefinitionTables } from "./StoredDefinitions.ts"
import type { UndoLog } from "./UndoLog.ts"

/** Everything that belongs to one project; nothing in here can name another one. */
export class MemoryProject implements DefinitionTables {
  readonly activity: MemoryActivity
  readonly events: Array<Event> = []
  readonly eventUuids = new Set<Uuid>()
  readonly persons: MemoryTable<Uuid, Person>
  /** Distinct id → person. */
  readonly distinctIds: MemoryTable<string, Uuid>
  readonly distinctIdsOf: MemoryIndex<Uuid, string>
  /** Old person → the person it is now part of; never a chain. */
  readonly overrides: MemoryTable<Uuid, Uuid>
  readonly overriddenBy: MemoryIndex<Uuid, Uuid>
  readonly groupTypes: MemoryTable<string, GroupTypeIndex>
  /** By type and key. */
  readonly groups: MemoryTable<string, Group>
  /** Flag key → hash key, by person. */
  readonly hashKeys: MemoryTable<Uuid, ReadonlyMap<string, string>>
  readonly cohortMembers: MemoryIndex<CohortId, Uuid>
  readonly cohortsOf: MemoryIndex<Uuid, CohortId>
  /** Stored events of projects with a quota, by month. */
  readonly eventUsage: MemoryTable<string, number>
  readonly eventVolumes: DefinitionTables["eventVolumes"]
  readonly propertiesOfEvent: MemoryIndex<string, string>

  readonly entities: EntityTables

  constructor(log: UndoLog) {
    this.entities = new EntityTables(log)
    this.activity = new MemoryActivity(log)
    this.persons = new MemoryTable(log)
    this.distinctIds = new MemoryTable(log)
    this.distinctIdsOf = new MemoryIndex(log)
    this.overrides = new MemoryTable(log)
    this.overriddenBy = new MemoryIndex(log)
    this.groupTypes = new MemoryTable(log)
    this.groups = new MemoryTable(log)
    this.hashKeys = new MemoryTable(log)
    this.eventUsage = new MemoryTable(log)
    this.cohortMembers = new MemoryIndex(log)
    this.cohortsOf = new MemoryIndex(log)
    this.eventVolumes = new MemoryTable(log)
    this.propertiesOfEvent = new MemoryIndex(log)
  }
}
