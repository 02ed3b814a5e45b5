import { assert, describe, it } from "@effect/vitest"
import { addressOf } from "@hedgerow/storage-pg/database/PgAddress"

const addresses = [
  ["postgres://me:secret@db.example:6432/events", { host: "db.example", port: 6432, noDelay: true }],
  ["postgres://me@db.example/events", { host: "db.example", port: 5432, noDelay: true }],
  ["postgresql://me@[::1]:5433/events", { host: "::1", port: 5433, noDelay: true }],
  ["postgres:///events", { host: "localhost", port: 5432, noDelay: true }],
  ["postgres://me@localhost/events?host=/run/pg", { path: "/run/pg/.s.PGSQL.5432" }],
  ["postgres://me@localhost:1/events?host=/run/pg&port=7000", { path: "/run/pg/.s.PGSQL.7000" }],
  ["postgres://me@%2Frun%2Fpg/events", { path: "/run/pg/.s.PGSQL.5432" }],
  ["postgres://me@127.0.0.1:99999/events", { host: "localhost", port: 5432 }],
  ["nonsense", { host: "localhost", port: 5432 }]
] as const

describe("addressOf", () => {
  it.each(addresses)("%s", (url, address) => {
    assert.deepStrictEqual<unknown>(addressOf(url), address)
  })
})
