import { totalmem } from "node:os"
import { queriesAtOnce, shortQueriesAtOnce } from "./EngineProcess.ts"

const gibibyte = 1024 ** 3

/** The memory of this machine, or of the control group that holds the process where that is less. */
export const machineMemory = (
  total: number = totalmem(),
  // 0, or more than the machine has, where nothing limits it.
  constrained: number = process.constrainedMemory()
): number => constrained > 0 ? Math.min(total, constrained) : total

/**
 * Bytes that all statements of the engine may hold together, unless the host states another number: a third of the machine's.
 * The process has up to twice as much, as its allocator keeps freed pages for some seconds.
 */
export const engineMemory = (machine: number = machineMemory()): number => Math.floor(Math.max(machine, gibibyte) / 3)

/**
 * Bytes of one statement of users' queries: an equal share for each that runs at once, one for the short ones together, and
 * one for the server's own statements. So one that reaches its limit leaves the others theirs.
 */
export const statementMemory = (all: number): number => Math.floor(all / (queriesAtOnce + 2))

/** The part of that for a statement of a query that is expected to be short. */
export const shortMemory = (memory: number): number => Math.floor(memory / shortQueriesAtOnce)
