import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { locateBy } from "@hedgerow/server/serving/GeoIpDatabase"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { mmdbFile } from "./MmdbFile.ts"
import { makeDataDir, parsePrinted, type Printed, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const berlin = {
  city: { names: { de: "Berlin", en: "Berlin" } },
  continent: { code: "EU", names: { en: "Europe" } },
  country: { iso_code: "DE", names: { de: "Deutschland", en: "Germany" } },
  location: { accuracy_radius: 20, latitude: 52.5, longitude: 13.4, time_zone: "Europe/Berlin" },
  postal: { code: "10115" },
  subdivisions: [{ iso_code: "BE", names: { en: "Land Berlin" } }]
}

const file = mmdbFile({
  "192.0.2.0/24": berlin,
  "198.51.100.0/25": { country_code: "JP" },
  "2001:db8::/32": { country_code: "FR" }
})

describe("places by a MaxMind DB file", () => {
  const locate = locateBy(file)

  it("returns a place under the reference service's names", () => {
    assert.deepStrictEqual(locate("192.0.2.77"), {
      $geoip_city_name: "Berlin",
      $geoip_country_name: "Germany",
      $geoip_country_code: "DE",
      $geoip_continent_name: "Europe",
      $geoip_continent_code: "EU",
      $geoip_postal_code: "10115",
      $geoip_latitude: 52.5,
      $geoip_longitude: 13.4,
      $geoip_accuracy_radius: 20,
      $geoip_time_zone: "Europe/Berlin",
      $geoip_subdivision_1_code: "BE",
      $geoip_subdivision_1_name: "Land Berlin"
    })
  })

  it("names the country of a file that has codes alone", () => {
    assert.deepStrictEqual(locate("2001:db8:1::5"), { $geoip_country_name: "France", $geoip_country_code: "FR" })
  })

  it("knows IPv4 addresses as IPv6 writes them", () => {
    assert.deepStrictEqual(locate("::ffff:198.51.100.1"), locate("198.51.100.1"))
    assert.strictEqual(locate("198.51.100.1")?.["$geoip_country_code"], "JP")
  })

  for (const address of ["198.51.100.200", "10.0.0.1", "127.0.0.1", "::1", "", "nowhere", "192.0.2.7:80", "192.0.2"]) {
    it(`${JSON.stringify(address)} has no place`, () => assert.isUndefined(locate(address)))
  }
})

describe("flags by place", () => {
  const directory = makeDataDir()
  const path = join(directory.path, "places.mmdb")
  let server: RunningServer
  let printed: Printed

  const flag = async (key: string, properties: ReadonlyArray<unknown>) => {
    const response = await fetch(`${printed.baseUrl}/api/projects/1/feature_flags/`, {
      method: "POST",
      headers: { authorization: `Bearer ${printed.key}`, "content-type": "application/json" },
      body: JSON.stringify({ key, filters: { groups: [{ properties, rollout_percentage: 100 }] } })
    })
    assert.strictEqual(response.status, 201)
  }

  const valueFor = async (key: string, address: string | undefined, more: object = {}): Promise<unknown> => {
    const response = await fetch(`${printed.baseUrl}/flags/?v=1`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(address === undefined ? undefined : { "x-forwarded-for": address })
      },
      body: JSON.stringify({ token: printed.token, distinct_id: "u", flag_keys: [key], ...more })
    })
    const { featureFlags } = await response.json() as { readonly featureFlags: Readonly<Record<string, unknown>> }
    return featureFlags[key]
  }

  beforeAll(async () => {
    writeFileSync(path, file)
    server = runServer(["serve"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_TRUST_PROXY: "true",
      HEDGEROW_GEOIP_DATABASE: path
    })
    await server.ready
    printed = parsePrinted(server.output())
    await flag("in-germany", [
      { key: "$geoip_country_code", type: "person", value: ["DE"], operator: "exact" }
    ])
    await flag("first-in-germany", [
      { key: "$initial_geoip_country_code", type: "person", value: "DE", operator: "exact" }
    ])
  })
  afterAll(async () => {
    await stopServer(server)
    directory.remove()
  })

  it("go by the client's address", async () => {
    assert.isTrue(await valueFor("in-germany", "192.0.2.9"))
    assert.isFalse(await valueFor("in-germany", "198.51.100.9"))
    assert.isFalse(await valueFor("in-germany", undefined))
    assert.isTrue(await valueFor("first-in-germany", "192.0.2.9, 10.0.0.1"))
  })

  it("do not with geoip_disable", async () => {
    assert.isFalse(await valueFor("in-germany", "192.0.2.9", { geoip_disable: true }))
  })

  it("the request's own properties win", async () => {
    const told = (code: string) => ({ person_properties: { $geoip_country_code: code } })
    assert.isFalse(await valueFor("in-germany", "192.0.2.9", told("FR")))
    assert.isTrue(await valueFor("in-germany", "198.51.100.9", told("DE")))
  })
})

describe("a file that cannot be used", () => {
  for (const [what, content] of [["no such file", undefined], ["another kind of file", "places"]] as const) {
    it(`${what} stops the start`, async () => {
      const directory = makeDataDir()
      const path = join(directory.path, "places.mmdb")
      if (content !== undefined) writeFileSync(path, content)
      const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_GEOIP_DATABASE: path })
      assert.strictEqual(await server.exited, 1)
      assert.match(server.output(), /^hedgerow: HEDGEROW_GEOIP_DATABASE: \S+places\.mmdb cannot be used: [^\n]+\n$/)
      directory.remove()
    })
  }
})
