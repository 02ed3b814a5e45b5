import { assert, it } from "@effect/vitest"
import { zonedIso } from "@hedgerow/core/query/structured/ZonedIso"

const at = (iso: string): number => Date.parse(iso) * 1000

it("a time has the offset that its zone has then", () => {
  const cases: ReadonlyArray<readonly [iso: string, zone: string, shown: string]> = [
    ["2020-09-26T22:00:00Z", "Europe/Berlin", "2020-09-27T00:00:00+02:00"],
    ["2020-12-26T23:00:00Z", "Europe/Berlin", "2020-12-27T00:00:00+01:00"],
    ["2020-09-27T03:30:00Z", "America/St_Johns", "2020-09-27T01:00:00-02:30"],
    ["2020-09-27T00:00:00Z", "UTC", "2020-09-27T00:00:00Z"],
    ["2020-12-27T00:00:00Z", "Europe/London", "2020-12-27T00:00:00Z"]
  ]
  for (const [iso, zone, shown] of cases) assert.strictEqual(zonedIso(at(iso), zone), shown)
  assert.strictEqual(zonedIso(at("2020-09-26T22:00:00Z") - 1, "Europe/Berlin"), "2020-09-26T23:59:59.999999+02:00")
})
