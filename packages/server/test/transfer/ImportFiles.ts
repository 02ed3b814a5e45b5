import { parquetWriteBuffer } from "hyparquet-writer"
import { writeFileSync } from "node:fs"
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib"

/** Ids and names that readers and writers of CSV are tempted to change. */
const ids: Readonly<Record<number, string>> = { 5: "1.10", 6: "+49 30", 7: "007" }

/** An event of a test file, by its number. */
export const eventOf = (index: number) => ({
  uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
  event: index % 3 === 0 ? "=paid" : "seen",
  distinct_id: ids[index % 17] ?? `user-${index % 17}`,
  timestamp: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  properties: { index, price: index / 4, name: `Größe ${index}, "q"`, nested: { a: [1, null] } }
})

/** Lines of JSON of the first events. */
export const ndjson = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `${JSON.stringify(eventOf(from + index))}\n`).join("")

const csvCell = (text: string): string => `"${text.replaceAll("\"", "\"\"")}"`

/** CSV of the first events. */
export const csv = (count: number): string => {
  const lines = Array.from({ length: count }, (_, index) => {
    const { distinct_id, event, properties, timestamp, uuid } = eventOf(index)
    return [uuid, event, distinct_id, timestamp, JSON.stringify(properties)].map(csvCell).join(",")
  })
  return `\uFEFFuuid,event,distinct_id,timestamp,properties\r\n${lines.join("\r\n")}\r\n`
}

/** A Parquet file of the first events, in groups, as the reference's batch exports have their columns. */
export const parquet = (count: number): Uint8Array => {
  const events = Array.from({ length: count }, (_, index) => eventOf(index))
  const texts = (name: string, data: ReadonlyArray<string>) => ({ name, data: [...data], type: "STRING" as const })
  return new Uint8Array(parquetWriteBuffer({
    rowGroupSize: 40,
    columnData: [
      texts("event", events.map(({ event }) => event)),
      texts("uuid", events.map(({ uuid }) => uuid)),
      { name: "timestamp", data: events.map(({ timestamp }) => new Date(timestamp)), type: "TIMESTAMP" },
      texts("distinct_id", events.map(({ distinct_id }) => distinct_id)),
      texts("properties", events.map(({ properties }) => JSON.stringify(properties))),
      texts("person_properties", events.map(() => "{\"plan\":\"pro\"}"))
    ]
  }))
}

/** Writes a file, as it is or packed. */
export const write = {
  plain: (path: string, bytes: string | Uint8Array) => writeFileSync(path, bytes),
  gzip: (path: string, ...members: ReadonlyArray<string>) =>
    writeFileSync(path, Buffer.concat(members.map((text) => gzipSync(text)))),
  zstd: (path: string, ...frames: ReadonlyArray<string>) =>
    writeFileSync(path, Buffer.concat(frames.map((text) => zstdCompressSync(text)))),
  brotli: (path: string, text: string) => writeFileSync(path, brotliCompressSync(text))
}
