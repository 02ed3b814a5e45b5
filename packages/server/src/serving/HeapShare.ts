import { getHeapStatistics } from "node:v8"

/** The part of the process's heap that one query of memory storage may hold where no setting states a number. */
const queriesInHeap = 8

/** The bytes of that part. */
export const heapShare = (): number => Math.floor(getHeapStatistics().heap_size_limit / queriesInHeap)
