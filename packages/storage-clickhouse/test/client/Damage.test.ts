import { assert, it } from "@effect/vitest"
import { speaksOfDamage } from "@hedgerow/storage-clickhouse/client/Damage"

const cases: ReadonlyArray<readonly [words: string, speaks: boolean]> = [
  ["Code: 40. DB::Exception: Checksum doesn't match: corrupted data", true],
  ["Code: 228. DB::Exception: data.bin has unexpected size: 10 instead of 20", true],
  ["Checksums of part are not as recorded", true],
  ["Code: 241. DB::Exception: (for user) memory limit exceeded: would use 1.00 GiB", false],
  ["Code: 232. DB::Exception: No such data part", false],
  ["std::exception. Code: 1001, e.what() = filesystem error: File name too long", false],
  ["Code: 394. DB::Exception: Query was cancelled", false]
]

for (const [words, speaks] of cases) {
  it(`a check that fails with "${words}" ${speaks ? "has found damage" : "has found none"}`, () =>
    assert.strictEqual(speaksOfDamage(words), speaks))
}
