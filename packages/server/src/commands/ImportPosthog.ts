import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { serverTarget, storageTarget } from "../transfer/import/ImportTarget.ts"
import { copyProject, type CopyRequest } from "../transfer/posthog/CopyProject.ts"
import { localApi } from "../transfer/posthog/LocalApi.ts"
import { projectApi } from "../transfer/posthog/ProjectApi.ts"
import { requireProject } from "../transfer/posthog/ReadProject.ts"
import { reportTable, summaryOf } from "../transfer/posthog/Report.ts"
import { whole } from "../transfer/Progress.ts"
import { actingAs } from "./Access.ts"
import { CommandRefused } from "./CommandRefused.ts"
import { oneProject } from "./FindProject.ts"
import { actor, onData } from "./OnData.ts"
import { json, print } from "./Printing.ts"
import { makeProgressLine } from "./ProgressLine.ts"

const flags = {
  host: Flag.String("host").pipe(Flag.withDescription("The address of the source, such as https://eu.posthog.com")),
  key: Flag.Redacted("key").pipe(
    Flag.withFallbackConfig(Config.Redacted("HEDGEROW_IMPORT_KEY")),
    Flag.optional,
    Flag.withDescription(
      "A personal API key of the source, phx_…, that reads the project. Others on the machine can read arguments: "
        + "HEDGEROW_IMPORT_KEY is read instead"
    )
  ),
  from: Flag.String("from-project").pipe(
    Flag.withDefault("@current"),
    Flag.withDescription("The project's id at the source; the key's current project unless said otherwise")
  ),
  project: oneProject,
  user: actor,
  toHost: Flag.String("to-host").pipe(
    Flag.optional,
    Flag.withDescription("The address of a running server to copy to, instead of the configured storage")
  ),
  toKey: Flag.Redacted("to-key").pipe(
    Flag.withFallbackConfig(Config.Redacted("HEDGEROW_IMPORT_TO_KEY")),
    Flag.optional,
    Flag.withDescription(
      "With --to-host: a personal API key there, phx_…, that writes the project; HEDGEROW_IMPORT_TO_KEY is read instead"
    )
  ),
  withoutPersons: Flag.Boolean("without-persons").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Leave persons and groups out")
  ),
  isDry: Flag.Boolean("dry-run").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Make nothing, and print what would be made, and what would be left out and why")
  ),
  json
}

/** Whether an address is one of this machine. */
const isOwn = ({ hostname }: URL): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

const remoteApi = Effect.fnUntraced(function*(host: string, key: Redacted.Redacted<string>, project: string) {
  const address = host.replace(/\/+$/, "")
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    return yield* new CommandRefused({ message: `${host} is no address, such as https://eu.posthog.com.` })
  }
  const url = new URL(address)
  if (url.protocol === "http:" && !isOwn(url)) {
    const message = `${host} would send the key where others on the way can read it: give an https address.`
    return yield* new CommandRefused({ message })
  }
  const fetch = yield* FetchHttpClient.Fetch
  const base = `${address}/api/projects/${encodeURIComponent(project).replaceAll("%40", "@")}/`
  return projectApi({ name: address, base, key, fetch: (input, init) => fetch(input, init) })
})

type Given = Pick<CopyRequest, "hasPeople" | "isDry" | "source"> & { readonly isJson: boolean }

const run = Effect.fnUntraced(function*(
  { isJson, ...request }: Given,
  target: Pick<CopyRequest["target"], "api" | "events">
) {
  const line = yield* makeProgressLine
  const { failure, outcomes } = yield* copyProject({
    ...request,
    target: {
      ...target,
      onProgress: (label, done) => isJson ? Effect.void : line.show(`${label}  ${whole(done)}`)
    }
  })
  if (isJson) yield* print(true, { dry_run: request.isDry, outcomes }, "")
  else {
    yield* print(false, outcomes, reportTable(outcomes, request.isDry))
    yield* line.end(`${target.api.name}: ${summaryOf(outcomes, request.isDry)}`)
  }
  if (failure !== undefined) return yield* failure
})

/** `hedgerow import posthog`. */
export const posthog = Command.make(
  "posthog",
  flags,
  Effect.fn("hedgerow.import.posthog")(
    function*({ from, host, isDry, json: isJson, key, project, toHost, toKey, user, withoutPersons }) {
      if (Option.isNone(key)) {
        return yield* new CommandRefused({ message: "There is no key of the source: set HEDGEROW_IMPORT_KEY." })
      }
      const source = yield* remoteApi(host, key.value, from)
      const given: Given = { source, isDry, isJson, hasPeople: !withoutPersons }
      if (Option.isNone(toHost)) {
        return yield* onData(project, (found) =>
          Effect.gen(function*() {
            yield* requireProject(source)
            const api = yield* localApi(found, yield* actingAs(user))
            yield* run(given, { api, events: yield* storageTarget(found) })
          }))
      }
      if (Option.isNone(toKey)) {
        return yield* new CommandRefused({ message: "--to-host needs HEDGEROW_IMPORT_TO_KEY or --to-key." })
      }
      yield* requireProject(source)
      const api = yield* remoteApi(toHost.value, toKey.value, String(project))
      const { api_token } = yield* requireProject(api)
      yield* run(given, { api, events: yield* serverTarget(toHost.value, String(api_token)) })
    },
    Effect.scoped
  )
).pipe(Command.withDescription("Copy a project of PostHog, or of another Hedgerow, by its API; may be run again"))
