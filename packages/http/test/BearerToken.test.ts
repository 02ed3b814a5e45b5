import { assert, describe, it } from "@effect/vitest"
import { bearerToken } from "@hedgerow/http/requests/BearerToken"

const cases: ReadonlyArray<readonly [name: string, header: string | undefined, token: string | undefined]> = [
  ["no header", undefined, undefined],
  ["a token", "Bearer phx_a", "phx_a"],
  ["blanks around the token", "  Bearer   phx_a  ", "phx_a"],
  ["a lower-case bearer has no token", "bearer phx_a", undefined],
  ["another scheme has no token", "Basic abc", undefined],
  ["a token without blank is none", "Bearerphx_a", undefined],
  ["a bearer alone has no token", "Bearer ", undefined]
]

describe("bearerToken", () => {
  for (const [name, header, token] of cases) {
    it(name, () => assert.strictEqual(bearerToken(header), token))
  }
})
