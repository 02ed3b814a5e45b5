import type { JsonRecord } from "../../shared/JsonRecord.ts"

/** Brings a node to the next version of its kind. It never fails: parts that it cannot read stay as they are. */
export type Migration = (node: JsonRecord) => JsonRecord

/** The record without one member. */
export const without = (record: JsonRecord, dropped: string): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== dropped))
