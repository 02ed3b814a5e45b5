import { ProjectId } from "@hedgerow/core/identity/Project"
import { derivePersonId } from "@hedgerow/core/persons/PersonBatch"
import type { Operation } from "./Document.ts"
import { brokenText, oddIds, oddity, oddParameter, textOf, veryFaulty } from "./Faults.ts"
import { scriptName, scriptVersion } from "./FuzzWorld.ts"
import { absent, parameterHints } from "./Hints.ts"
import type { Random } from "./Random.ts"
import { makeSchemaValues } from "./SchemaValues.ts"
import { collectionOf, isNeeded, known, type State } from "./State.ts"

type Body = string | Uint8Array<ArrayBuffer>

/** A request that is ready to be sent, and what was done to it. */
export interface Plan {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body | undefined
  readonly fault: Fault | undefined
}

/** The faults of requests; the number of times that a name occurs here is its weight. */
const faults = [
  "body",
  "body",
  "body",
  "body",
  "body",
  "body",
  "body",
  "text",
  "id",
  "query",
  "query",
  "media type",
  "credentials",
  "header",
  "method"
] as const
export type Fault = typeof faults[number]

/** The keys that the run has. */
export interface Keys {
  readonly full: string
  readonly login: string
  readonly narrow: string
  readonly foreign: string
}

/** Parameters that the document cannot call required, since only some ways to ask need them. */
const needed = new Set([
  "data",
  "definitions.eventByName.name",
  "distinct_id",
  "experimentTimeseries.results.fingerprint",
  "group_key",
  "group_type_index",
  "experimentTimeseries.results.metric_uuid",
  "prompt",
  "token"
])

const nobody = "0190a5d0-0000-7000-8000-000000000404"

const removable = /^\/+api\/+(?:organizations\/+[^/]+\/+)?(projects|organizations)\/+([^/]+)\/*$/

/** A path that ends with what the run needs is of nothing, where the request would remove it. */
const spared = (state: State, method: string, path: string): string => {
  const [, collection = "", id = ""] = removable.exec(path) ?? []
  const isSpared = id === "@current" || isNeeded(state, collection, id)
  return method === "DELETE" && isSpared
    ? path.replace(/[^/]+\/*$/, collection === "projects" ? "404404/" : `${nobody}/`)
    : path
}

const pathValue = (operation: Operation, name: string, state: State, random: Random): string => {
  if (operation.operationId === "webhooks.delivery" || operation.operationId === "webhooks.resend") {
    const { id = "1", webhook = "1" } = state.delivery ?? {}
    if (name !== "project_id") return String(name === "id" ? webhook : id)
  }
  if (name === "project_id") {
    if (operation.operationId === "project.removeProject") return String(known(state, random, "projects") ?? "404404")
    const isOwnRecord = operation.operationId === "project.updateProject" && random.chance(0.5)
    return String(isOwnRecord ? known(state, random, "projects") ?? state.project : state.project)
  }
  if (operation.operationId === "persons.remove") {
    return String(
      known(state, random, "persons") ?? derivePersonId(ProjectId.make(state.project), random.pick(["ada", "bob"]))
    )
  }
  if (name === "organization_id") {
    return operation.operationId === "organizations.remove"
      ? String(known(state, random, "organizations") ?? nobody)
      : state.organization
  }
  if (name === "response_uuid") return `0190a5d0-0000-7000-8000-${String(random.below(1_000)).padStart(12, "0")}`
  if (name === "token") return state.token
  if (name === "file") return scriptName
  if (name === "version") return scriptVersion
  if (name === "key") return random.oneOf([...state.activeKeys.values()]) ?? "gate"
  return String(known(state, random, collectionOf(operation, name)) ?? "1")
}

const isFaulty = (wanted: Fault, operation: Operation): boolean => {
  if (wanted === "body" || wanted === "text" || wanted === "media type") return operation.body !== undefined
  if (wanted === "id") return operation.path.includes("{")
  return true
}

/** Now and then asks for one of the forms that the operation's success has. */
const acceptOf = ({ responses }: Operation, random: Random): Record<string, string> => {
  const forms = Object.keys(responses["200"]?.content ?? {})
  return forms.length > 1 && random.chance(0.3) ? { accept: random.oneOf(forms) ?? "*/*" } : {}
}

/** Plans requests of operations: those that are not asked to be sound, are so a good half of the time. */
export const makePlanner = (state: State, keys: Keys, random: Random) => {
  const valueOf = makeSchemaValues(state, random)

  const paramsOf = (operation: Operation, fault: Fault | undefined) => {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
    const broken = fault === "id" ? random.oneOf(names) : undefined
    const values = names.map((name) => [
      name,
      name === broken ? oddIds(state.foreign, random) : pathValue(operation, name, state, random)
    ])
    return { params: Object.fromEntries(values) as Record<string, string>, broken }
  }

  const queryOf = (operation: Operation, fault: Fault | undefined): string => {
    const asked = (operation.parameters ?? []).filter(({ in: place }) => place === "query")
    const sent = new URLSearchParams()
    for (const { name, required } of asked) {
      if (!required && !needed.has(name) && !needed.has(`${operation.operationId}.${name}`) && !random.chance(0.25)) {
        continue
      }
      const hint = parameterHints[`${operation.operationId}.${name}`] ?? parameterHints[name]
      const value = hint === undefined ? random.pick(["true", "a", "1"]) : hint(state, random)
      if (value !== absent) sent.set(name, String(value))
    }
    if (fault !== "query") return sent.toString()
    const name = random.oneOf(asked)?.name ?? "limit"
    if (random.chance(0.7)) sent.set(name, oddParameter(random))
    if (random.chance(0.4)) sent.append(name, oddParameter(random))
    if (random.chance(0.3)) sent.append(`${name}[a]`, "1")
    if (random.chance(0.2)) sent.append("__proto__", "1")
    return random.chance(0.1) ? `${sent.toString()}&%ZZ=%FF&&=` : sent.toString()
  }

  const credentialsOf = (operation: Operation, fault: Fault | undefined): Record<string, string> => {
    if (fault === "credentials") {
      return random.pick<Record<string, string>>([
        {},
        { authorization: "Bearer phx_unknown" },
        { authorization: `Bearer ${keys.narrow}` },
        operation.path.includes("{project_id}") ? { authorization: `Bearer ${keys.foreign}` } : {},
        { authorization: `bearer ${keys.full}` },
        { authorization: "Basic eDp5" },
        { authorization: `Bearer ${"x".repeat(5_000)}` },
        { "x-host-login": "999999" }
      ])
    }
    const access = operation["x-required-scope"]
    if (operation.path.startsWith("/ofrep/")) return { authorization: `Bearer ${state.token}` }
    if (access === "public") return {}
    const isOfUsers = operation.operationId.startsWith("personalApiKeys.")
    if (access === "no key" || random.chance(isOfUsers ? 0.8 : 0.4)) return { "x-host-login": keys.login }
    return { authorization: `Bearer ${keys.full}` }
  }

  const bodyOf = (operation: Operation, fault: Fault | undefined): Body | undefined => {
    if (operation.body === undefined) return undefined
    const value = valueOf(operation.body)
    if (fault === "body") return textOf(random.chance(0.05) ? oddity(random) : veryFaulty(value, random))
    return fault === "text" ? brokenText(textOf(value), random) : textOf(value)
  }

  const headersOf = (operation: Operation, fault: Fault | undefined): Record<string, string> => {
    const credentials = credentialsOf(operation, fault)
    const media: Record<string, string> = {
      ...operation.body === undefined ? {} : { "content-type": "application/json" },
      ...acceptOf(operation, random)
    }
    if (fault === "media type") {
      const odd = random.pick([
        "text/plain",
        "application/xml",
        "multipart/form-data",
        "application/x-www-form-urlencoded",
        "?"
      ])
      return { ...credentials, "content-type": odd }
    }
    if (fault !== "header") return { ...credentials, ...media }
    const [name, value] = random.pick<readonly [string, string]>([
      ["if-match", "\"0\""],
      ["if-match", "x"],
      ["if-none-match", "*"],
      ["accept", "image/png"],
      ["content-encoding", "br"],
      ["content-encoding", "gzip"],
      ["x-request-id", "x".repeat(500)],
      ["traceparent", "00-zz-zz-zz"],
      ["x-forwarded-for", "999.1.1.1, ::1"],
      ["origin", "https://shop.test"],
      ["last-event-id", "\"x\""]
    ])
    return { ...credentials, ...media, [name]: value }
  }

  const faultFor = (operation: Operation): Fault | undefined => {
    const wanted = random.chance(operation.body === undefined ? 0.5 : 0.6) ? random.pick(faults) : undefined
    return wanted !== undefined && isFaulty(wanted, operation) ? wanted : undefined
  }

  return (operation: Operation, isSound: boolean): Plan => {
    const fault = isSound ? undefined : faultFor(operation)
    const { broken, params } = paramsOf(operation, fault)
    const query = queryOf(operation, fault)
    const headers = headersOf(operation, fault)
    const body = bodyOf(operation, fault)
    const method = fault === "method"
      ? random.pick(["DELETE", "GET", "PATCH", "POST", "PUT", "OPTIONS", "HEAD"])
      : operation.method
    const named = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = params[name] ?? ""
      return name === broken ? value : encodeURIComponent(value)
    })
    const place = spared(state, method, named)
    const path = query === "" ? place : `${place}?${query}`
    return {
      operation,
      method,
      path,
      params,
      headers,
      body: method === "GET" || method === "HEAD" ? undefined : body,
      fault
    }
  }
}
