import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { Secret, TOTP } from "otpauth"
import { runProgram } from "./RunProgram.ts"
import { askRaw, settles } from "./ServerClient.ts"
import { main, makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

const data = makeDataDir()
const settings = { HEDGEROW_STORAGE: "embedded", HEDGEROW_DATA_DIR: data.path }

/** Runs a command to its end, beside the running server. */
const hedgerow = (...args: ReadonlyArray<string>) => runProgram(args, settings)

/** The output of a command with `--json`. */
const json = async (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = await hedgerow(...args, "--json")
  assert.deepStrictEqual({ status, stderr }, { status: 0, stderr: "" })
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>
}

const refused = (message: string) => ({ status: 1, stdout: "", stderr: `hedgerow: ${message}\n` })

describe("commands about access, beside a running server", () => {
  let server: RunningServer
  let baseUrl = ""
  const statusWith = async (key: unknown) => (await askRaw({ baseUrl, key: String(key) }, "select 1")).status

  /** The server hears of a change in another process at once, which takes a moment. */
  const isRefused = (key: unknown) => settles(() => statusWith(key), 401)

  beforeAll(async () => {
    server = runServer(["serve"], settings)
    await server.ready
    baseUrl = parsePrinted(server.output()).baseUrl
  })
  afterAll(async () => {
    assert.strictEqual(await stopServer(server), 0, server.output())
    data.remove()
  })

  it("a key works at once, a rolled one only with its new value, and a revoked one not at all", async () => {
    const made = await json(
      "key",
      "create",
      "--label",
      "CI",
      "--scope",
      "query:read",
      "--scope",
      "survey:read",
      "--project",
      "1"
    )
    assert.include(made, { label: "CI", last_used_at: null, user_id: 1 })
    assert.deepStrictEqual(made["scopes"], ["query:read", "survey:read"])
    assert.deepStrictEqual(made["scoped_teams"], [1])
    assert.match(String(made["value"]), /^phx_[0-9A-Za-z]{43}$/)
    assert.strictEqual(await statusWith(made["value"]), 200)

    const rolled = await json("key", "roll", String(made["id"]))
    await isRefused(made["value"])
    assert.strictEqual(await statusWith(rolled["value"]), 200)

    const { status, stdout } = await hedgerow("key", "list")
    assert.strictEqual(status, 0)
    const row = stdout.split("\n").find((line) => line.includes(String(made["id"])))?.split("│").map((cell) =>
      cell.trim()
    )
    assert.deepStrictEqual(row?.slice(2, 7), [
      "CI",
      "owner@hedgerow.local",
      String(rolled["mask_value"]),
      "query:read, survey:read",
      "1"
    ])
    assert.match(row?.[7] ?? "", /^\d{4}-\d\d-\d\d \d\d:\d\d$/, "it was used")
    assert.notInclude(stdout, String(rolled["value"]))
    assert.match(stdout, /\n2 rows\n$/)

    assert.deepStrictEqual(await hedgerow("key", "revoke", String(made["id"])), {
      status: 0,
      stderr: "",
      stdout: `Key ${String(made["id"])} is revoked.\n`
    })
    await isRefused(rolled["value"])
  })

  it("a project's secret opens its definitions at once, rolled with its new value, revoked not at all", async () => {
    const made = await json("secret", "create", "--project", "1", "--label", "Server")
    assert.deepInclude(made, { label: "Server", scopes: ["feature_flag:read"], last_used_at: null })
    assert.match(String(made["value"]), /^phs_[0-9A-Za-z]{43}$/)
    const opens = async (value: unknown) => {
      const headers = { authorization: `Bearer ${String(value)}` }
      return (await fetch(`${baseUrl}/flags/definitions`, { headers })).status
    }
    assert.strictEqual(await opens(made["value"]), 200)
    assert.strictEqual(await statusWith(made["value"]), 403)
    const rolled = await json("secret", "roll", String(made["id"]))
    await settles(() => opens(made["value"]), 401)
    assert.strictEqual(await opens(rolled["value"]), 200)
    const { status, stdout } = await hedgerow("secret", "list", "--project", "1")
    assert.strictEqual(status, 0)
    assert.include(stdout, String(rolled["mask_value"]))
    assert.notInclude(stdout, String(rolled["value"]))
    assert.deepStrictEqual((await hedgerow("secret", "revoke", String(made["id"]))).status, 0)
    await settles(() => opens(rolled["value"]), 401)
    assert.deepStrictEqual(await hedgerow("secret", "roll", "nothing"), refused("There is no secret nothing."))
    assert.deepStrictEqual(
      await hedgerow("secret", "create", "--project", "77", "--label", "x"),
      refused("There is no project 77.")
    )
    assert.deepStrictEqual(
      await hedgerow("secret", "create", "--project", "1", "--label", "x", "--scope", "*"),
      refused("scopes: Invalid scope: *")
    )
  })

  it("users join the organisation, have keys of their own, and lose them when they are no longer active", async () => {
    const bob = await json("user", "create", "--email", "bob@example.com", "--first-name", "Bob", "--level", "admin")
    assert.include(bob, { email: "bob@example.com", first_name: "Bob", is_active: true })
    assert.deepStrictEqual(
      await hedgerow("key", "create", "--label", "x", "--scope", "*"),
      refused("There are several users: name one with --user.")
    )
    const key = await json("key", "create", "--label", "Bob's", "--scope", "*", "--user", "BOB@example.com")
    assert.strictEqual(await statusWith(key["value"]), 200)
    assert.include(await json("user", "deactivate", "bob@example.com"), { is_active: false })
    await isRefused(key["value"])
    assert.deepStrictEqual(
      await hedgerow("key", "create", "--label", "x", "--scope", "*", "--user", "bob@example.com"),
      refused("The user bob@example.com is not active.")
    )
    assert.strictEqual(
      (await hedgerow("user", "activate", "bob@example.com")).stdout,
      "The user bob@example.com is active.\n"
    )
    assert.deepStrictEqual(
      await hedgerow("user", "deactivate", "owner@hedgerow.local"),
      refused(
        "This user is the last active owner of the organization \"Default project\". Make another member an owner first."
      )
    )
    assert.strictEqual(await statusWith(key["value"]), 200)
    assert.strictEqual(
      (await hedgerow("user", "level", "bob@example.com", "owner")).stdout,
      "The user bob@example.com has the level owner in the organisation.\n"
    )
    assert.include(await json("user", "level", "owner@hedgerow.local", "admin"), { email: "owner@hedgerow.local" })
    assert.deepStrictEqual(
      await hedgerow("user", "leave", "bob@example.com"),
      refused("The last owner of an organization cannot be removed or demoted.")
    )
    await json("user", "level", "owner@hedgerow.local", "owner")
    await json("user", "level", "bob@example.com", "admin")
    await json("user", "create", "--email", "gone@example.com")
    assert.strictEqual(
      (await hedgerow("user", "leave", "gone@example.com")).stdout,
      "The user gone@example.com is no member of the organisation any more.\n"
    )
    const { stdout } = await hedgerow("user", "list")
    assert.match(stdout, /│ bob@example.com +│ Bob +│ yes +│/)
  })

  it("projects and organisations are made and listed", async () => {
    const owner = ["--user", "owner@hedgerow.local"]
    const shop = await json("project", "create", "--name", "Shop", "--timezone", "Europe/Berlin", ...owner)
    assert.include(shop, { id: 2, name: "Shop", timezone: "Europe/Berlin" })
    const event = { api_key: shop["api_token"], event: "sold", distinct_id: "ada" }
    const captured = await fetch(`${baseUrl}/capture/`, { method: "POST", body: JSON.stringify(event) })
    assert.strictEqual(captured.status, 200)
    assert.match((await hedgerow("query", "--project", "2", "select event from events")).stdout, /│ sold +│/)

    assert.include(await json("project", "usage", "Shop"), {
      events: null,
      events_monthly_quota: null,
      quota_limited: false
    })
    assert.match(
      (await hedgerow("project", "usage", "2")).stdout,
      /^\d{4}-\d\d: no quota, so that events are not counted; sample rate 1\n$/
    )

    const made = await json("organization", "create", "--name", "Other", ...owner)
    assert.include(made, { name: "Other", slug: "other" })
    await json("user", "create", "--email", "ola@example.com", "--organization", String(made["id"]))
    const join = ["user", "join", "ola@example.com", "--organization"]
    assert.deepStrictEqual(
      await hedgerow(...join, String(made["id"])),
      refused(
        "email: This user is a member of the organization already."
      )
    )
    assert.include(await json(...join, String(shop["organization"]).toUpperCase(), "--level", "admin"), {
      email: "ola@example.com"
    })
    const ola = await json(
      "project",
      "create",
      "--name",
      "Ola's",
      "--user",
      "ola@example.com",
      "--organization",
      String(shop["organization"])
    )
    assert.strictEqual(ola["organization"], shop["organization"])
    assert.match((await hedgerow("organization", "list")).stdout, /│ Default project +│[^]*│ Other +│/)
    const { stdout } = await hedgerow("project", "list")
    assert.match(stdout, /│ 1 +│ Default project +│ phc_\w+ │ UTC +│[^]*│ 2 +│ Shop +│ phc_\w+ │ Europe\/Berlin │/)
  })

  it("a project is deleted by its id or name, once its name is typed or nothing is to be asked", async () => {
    const owner = ["--user", "owner@hedgerow.local"]
    const asked = (name: string, input: string) =>
      spawnSync(process.execPath, [main, "project", "delete", name, ...owner], {
        env: { PATH: process.env["PATH"], ...settings },
        encoding: "utf8",
        timeout: 120_000,
        input
      })
    const made = await json("project", "create", "--name", "Gone", ...owner)
    const twin = await json("project", "create", "--name", "Gone", ...owner)
    const other = asked(String(made["id"]), "Shop\n")
    assert.strictEqual(other.status, 1)
    assert.include(other.stdout, "Type its name to go on (Gone)")
    assert.strictEqual(other.stderr, "hedgerow: Nothing was deleted: the name is another one.\n")
    assert.strictEqual(asked(String(made["id"]), "").status, 1)
    assert.deepStrictEqual(
      await hedgerow("project", "delete", "Gone", "--yes"),
      refused(`Several projects are called Gone: name one by its id (${String(made["id"])}, ${String(twin["id"])}).`)
    )
    assert.strictEqual(asked(String(made["id"]), "Gone\n").status, 0)
    const { status, stdout } = await hedgerow("project", "delete", "Gone", "--yes", ...owner)
    assert.strictEqual(status, 0)
    assert.include(stdout, `Project ${String(twin["id"])} (Gone) is deleted.`)
    assert.notInclude((await hedgerow("project", "list")).stdout, "Gone")
    assert.deepStrictEqual(
      await hedgerow("project", "delete", "Gone", "--yes", ...owner),
      refused("There is no project Gone.")
    )
    // The server does the rest: what is left of both is the last look, in 16 minutes.
    const removals = async () => {
      const { stdout } = await hedgerow("job", "list")
      const times = [...stdout.matchAll(/projects\.remove_data.*?(\d{4}-\d\d-\d\dT[\d:.]+Z)/g)].map(([, at]) =>
        at ?? ""
      )
      return times.length === 2 && times.every((at) => Date.parse(at) > Date.now() + 300_000)
    }
    await settles(removals, true)
  })

  it("says in words why it cannot", async () => {
    const create = ["key", "create", "--label", "", "--scope", "insight:invalid", "--user", "owner@hedgerow.local"]
    const { status, stderr, stdout } = await hedgerow(...create)
    assert.deepStrictEqual({ status, stdout }, { status: 1, stdout: "" })
    assert.match(stderr, /^hedgerow: label: .+\nscopes: Invalid scope: insight:invalid\n$/)
    assert.deepStrictEqual(await hedgerow("key", "revoke", "nothing"), refused("There is no key nothing."))
  })

  it("a user sets a password by a link that the command prints, once, and signs in with it", async () => {
    const { results } = await (await fetch(`${baseUrl}/api/organizations/`, {
      headers: { authorization: `Bearer ${parsePrinted(server.output()).key}` }
    })).json() as { readonly results: ReadonlyArray<{ readonly id: string }> }
    await json("user", "create", "--email", "ada@example.com", "--organization", String(results[0]?.id))
    const { link } = await json("user", "reset-password", "ADA@example.com")
    const [, token] = /^http:\/\/127\.0\.0\.1:\d+\/reset-password#(hgl_\w{43})$/.exec(String(link)) ?? []
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" }
      const { status } = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) })
      return status
    }
    const ada = { email: "ada@example.com", password: "correct horse battery" }
    assert.strictEqual(await post("/api/login/", ada), 400)
    assert.strictEqual(await post("/api/reset/complete/", { token, password: ada.password }), 200)
    assert.strictEqual(await post("/api/login/", ada), 200)
    assert.strictEqual(await post("/api/reset/complete/", { token, password: ada.password }), 400)
    const { stdout } = await hedgerow("user", "reset-password", "ada@example.com")
    assert.match(stdout, /^Open this link within 24 hours to set a new password; it works once:\nhttp\S+#hgl_\w{43}\n$/)
    assert.deepStrictEqual(
      await hedgerow("user", "reset-password", "nobody@example.com"),
      refused("There is no user nobody@example.com.")
    )
    assert.deepStrictEqual(
      await hedgerow("user", "reset-second-factor", "ada@example.com"),
      refused("The user ada@example.com has no second factor.")
    )
    await turnOn(baseUrl, ada)
    assert.strictEqual(await signsIn(baseUrl, ada), false)
    assert.deepInclude(await json("user", "reset-second-factor", "ada@example.com"), { email: ada.email })
    assert.strictEqual(await signsIn(baseUrl, ada), true)
    await json("user", "deactivate", "ada@example.com")
    assert.deepStrictEqual(
      await hedgerow("user", "reset-password", "ada@example.com"),
      refused("The user ada@example.com is not active.")
    )
    assert.strictEqual(await post("/api/login/", ada), 400)
  })
})

interface Account {
  readonly email: string
  readonly password: string
}

const headersOf = (baseUrl: string) => ({ "content-type": "application/json", origin: baseUrl })

const logIn = (baseUrl: string, account: Account): Promise<Response> =>
  fetch(`${baseUrl}/api/login/`, { method: "POST", headers: headersOf(baseUrl), body: JSON.stringify(account) })

/** Whether a password alone signs in. */
const signsIn = async (baseUrl: string, account: Account): Promise<unknown> =>
  (await (await logIn(baseUrl, account)).json() as { readonly success: unknown }).success

/** Turns the account's second factor on, as its user does. */
const turnOn = async (baseUrl: string, account: Account): Promise<void> => {
  const login = await logIn(baseUrl, account)
  const { csrf_token } = await login.json() as { readonly csrf_token: string }
  const cookie = login.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${baseUrl}/api/users/@me/second_factor/${path}`, {
      method: "POST",
      headers: { ...headersOf(baseUrl), cookie, "x-csrf-token": csrf_token },
      body: JSON.stringify(body)
    })
    assert.strictEqual(answer.status, 200, await answer.clone().text())
    return answer.json()
  }
  const { secret } = await post("", { current_password: account.password }) as { readonly secret: string }
  await post("confirm/", { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() })
}
