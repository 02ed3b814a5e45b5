/**
 * One value at run time, by its `SqlType`: Bool → boolean; integers → number when safe, else bigint (never a bigint that
 * fits a safe number), Decimal likewise, as the number of units of its last digit; Float64 → number (NaN and infinities included); String and UUID → string; Date → days since
 * 1970-01-01; DateTime64 → microseconds since 1970-01-01T00:00:00Z; Array and Tuple → array;
 * Map → array of pairs; JSON → canonical text; NULL → null.
 */
export type Cell = null | boolean | number | bigint | string | ReadonlyArray<Cell>
export type Row = ReadonlyArray<Cell>

/** The one form of an integer cell. */
export const integerCell = (value: bigint): number | bigint =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value

export const int64Min = -(2n ** 63n)
export const int64Max = 2n ** 63n - 1n
