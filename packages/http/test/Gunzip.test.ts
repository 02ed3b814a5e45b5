import { assert, describe, it } from "@effect/vitest"
import { BodyMeter } from "@hedgerow/http/requests/BodyCapacity"
import { gunzip } from "@hedgerow/http/requests/Gunzip"
import { Effect, Fiber, Result } from "effect"
import { crc32, deflateRawSync, gzipSync } from "node:zlib"

const limit = 1024 * 1024

const unpack = (bytes: Uint8Array, most = limit) =>
  Effect.map(Effect.result(gunzip(new Uint8Array(bytes), most)), (unpacked) =>
    Result.match(unpacked, {
      onFailure: ({ body, status }) => `${status} ${Reflect.get(body, "code")}`,
      onSuccess: (found) => Buffer.from(found).toString()
    }))

/** A member whose header has these flags and, after its ten bytes, these fields. */
const member = (flags: number, fields: Uint8Array, text = "hello"): Buffer => {
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(text), 0)
  end.writeUInt32LE(text.length, 4)
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), fields, deflateRawSync(text), end])
}

const [one, other] = [gzipSync("hello, "), gzipSync("world")]
const [extra, name, comment] = [4, 8, 16]
const letters = Buffer.alloc(15 * limit, "n")
/** An extra field is at most 65,535 bytes long, of which some never come. */
const endlessExtra = Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.alloc(60_000)])

const cases: ReadonlyArray<readonly [name: string, bytes: Uint8Array, unpacked: string]> = [
  ["one member", one, "hello, "],
  ["two members", Buffer.concat([one, other]), "hello, world"],
  ["empty members among others", Buffer.concat([gzipSync(""), one, gzipSync(""), other, gzipSync("")]), "hello, world"],
  [
    "members of all header fields",
    Buffer.concat([
      member(extra, Buffer.from([2, 0, 1, 2])),
      member(name, Buffer.from("n\0")),
      member(comment, Buffer.from("c\0"))
    ]),
    "hellohellohello"
  ],
  ["zeros after the last member", Buffer.concat([one, other, Buffer.alloc(512)]), "hello, world"],
  ["other bytes after the last member", Buffer.concat([one, Buffer.from("junk")]), "hello, "],
  ["a member after zeros", Buffer.concat([one, Buffer.alloc(8), other]), "hello, "],
  ["what begins as a member and is none", Buffer.concat([one, Buffer.from([0x1f, 0x8b, 7, 0])]), "400 parse_error"],
  ["a second member that is cut off", Buffer.concat([one, other.subarray(0, -4)]), "400 parse_error"],
  [
    "a second member with another checksum",
    Buffer.concat([one, other.map((byte, i) => i === 15 ? byte ^ 1 : byte)]),
    "400 parse_error"
  ],
  ["a name without an end", Buffer.concat([member(name, Buffer.alloc(0)).subarray(0, 10), letters]), "400 parse_error"],
  [
    "a comment without an end",
    Buffer.concat([member(comment, Buffer.alloc(0)).subarray(0, 10), letters]),
    "400 parse_error"
  ],
  [
    "an extra field without an end",
    Buffer.concat([member(extra, Buffer.alloc(0)).subarray(0, 10), endlessExtra]),
    "400 parse_error"
  ],
  [
    "as many members as a body may have",
    Buffer.concat(Array.from({ length: 10_000 }, () => gzipSync("a", { level: 0 }))),
    "a".repeat(10_000)
  ],
  [
    "one member more",
    Buffer.concat(Array.from({ length: 10_001 }, () => gzipSync("a", { level: 0 }))),
    "400 parse_error"
  ],
  ["nothing but a header", one.subarray(0, 10), "400 parse_error"],
  [
    "members that are too large only together",
    Buffer.concat(
      Array.from({ length: 3 }, () => gzipSync(Buffer.alloc(limit / 2)))
    ),
    "413 request_too_large"
  ]
]

describe("gunzip", () => {
  for (const [name, bytes, unpacked] of cases) {
    it.effect(name, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* unpack(bytes), unpacked)
      }))
  }

  it.effect("a body that takes exactly the limit is unpacked, one byte more is not", () =>
    Effect.gen(function*() {
      const bytes = Buffer.concat([gzipSync("a".repeat(100)), gzipSync("b".repeat(100))])
      assert.strictEqual(yield* unpack(bytes, 200), "a".repeat(100) + "b".repeat(100))
      assert.strictEqual(yield* unpack(bytes, 199), "413 request_too_large")
    }))

  it.effect("other work goes on between its slices, and what it keeps is counted as it comes", () =>
    Effect.gen(function*() {
      let [turns, largest, sum] = [0, 0, 0]
      const others = Effect.forever(Effect.andThen(Effect.sync(() => turns++), Effect.yieldNow))
      const take = (bytes: number) =>
        Effect.sync(() => {
          largest = Math.max(largest, bytes)
          sum += bytes
        })
      const running = yield* Effect.forkChild(others)
      const found = yield* gunzip(new Uint8Array(gzipSync(Buffer.alloc(4 * limit))), 4 * limit).pipe(
        Effect.provideService(BodyMeter, take)
      )
      yield* Fiber.interrupt(running)
      assert.deepStrictEqual([found.length, sum], [4 * limit, 4 * limit])
      assert.isAtMost(largest, 64 * 1024)
      assert.isAtLeast(turns, 6)
    }))
})
