import { createRequire } from "node:module"

/** An open connection of the engine library. */
export interface NativeConnection {
  readonly NativeConnection: unique symbol
}

/** The answer to a statement: its body, whole. */
export interface NativeResult {
  readonly bytes: Uint8Array
  readonly elapsed: number
  readonly rowsRead: number
  readonly bytesRead: number
}

export interface NativeInsert {
  readonly rowsWritten: number
  readonly bytesWritten: number
  readonly elapsed: number
}

/**
 * The engine library's own functions. chDB's `Session` is not used: it puts all statements with parameters into one
 * queue, and keeps closed connections open until every statement that runs anywhere has ended.
 */
export interface Native {
  readonly CreateConnection: (directory: string, args: ReadonlyArray<string>) => NativeConnection
  readonly CloseConnection: (connection: NativeConnection) => void
  readonly QueryAsyncConnection: (connection: NativeConnection, sql: string, format: string) => Promise<NativeResult>
  readonly InsertRawAsyncConnection: (
    connection: NativeConnection,
    prefix: string,
    rows: Buffer,
    countLines: boolean
  ) => Promise<NativeInsert>
}

/** Loads the engine library into this process. */
export const loadNative = (library: string): Native => createRequire(import.meta.url)(library)
