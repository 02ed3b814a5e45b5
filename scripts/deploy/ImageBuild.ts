import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { run } from "../release/Packages.ts"
import { type Instruction, readDockerfile, type Stage, wordsOf } from "./Dockerfile.ts"
import { apart, environmentOf, mounts } from "./Roots.ts"

/** What an image says about its processes. */
export interface Image {
  readonly root: string
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  readonly user: string
  readonly volumes: ReadonlyArray<string>
  readonly command: ReadonlyArray<string>
  readonly healthCheck: ReadonlyArray<string>
}

/** The files of a build: those that Git has, without those that `.dockerignore` leaves out. */
const copyContext = (target: string): void => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter((line) => /^\/./.test(line))
  const excluded = ignored.map((line) => `':!${line.slice(1)}'`).join(" ")
  run("sh", [
    "-c",
    `git ls-files -z -- . ${excluded} | tar --create --null --files-from=- | tar --extract -C ${target}`
  ])
}

const assignments = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]))

const shell = (image: Image, command: string): void => {
  const words = ["exec", "chroot", image.root, ...environmentOf(image.environment)]
  const inDirectory = `cd ${image.directory} && ${command}`
  run("unshare", apart([...mounts(image.root), `${words.join(" ")} sh -ec "$0"`]).concat(inDirectory))
}

const copy = (image: Image, text: string, built: ReadonlyMap<string, Image>): void => {
  const [, stage, from = "", to = ""] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(text) ?? []
  const target = join(image.root, to.startsWith("/") ? to : join(image.directory, to))
  if (stage === undefined) return copyContext(target)
  const source = built.get(stage)
  if (source === undefined) throw new Error(`No stage is called ${stage}`)
  cpSync(join(source.root, from), target, { recursive: true, verbatimSymlinks: true })
}

type Step = (image: Image, text: string, built: ReadonlyMap<string, Image>) => Partial<Image> | void

const inDirectory: Step = ({ root }, directory) => {
  mkdirSync(join(root, directory), { recursive: true })
  return { directory }
}

const nothing: Step = () => undefined

/** Each instruction that the Dockerfile may have. */
const steps: Readonly<Record<string, Step>> = {
  ARG: ({ environment }, text) => ({ environment: { ...environment, ...assignments(text) } }),
  CMD: ({ command }, text) => ({ command: [...command, ...wordsOf(text)] }),
  COPY: copy,
  ENTRYPOINT: (_, text) => ({ command: wordsOf(text) }),
  ENV: ({ environment }, text) => ({ environment: { ...environment, ...assignments(text) } }),
  EXPOSE: nothing,
  HEALTHCHECK: (_, text) => ({ healthCheck: wordsOf(text.replace(/^.*?CMD /, "")) }),
  RUN: shell,
  STOPSIGNAL: nothing,
  USER: (_, user) => ({ user }),
  VOLUME: ({ volumes }, text) => ({ volumes: [...volumes, text] }),
  WORKDIR: inDirectory
}

const apply = (image: Image, { name, text }: Instruction, built: ReadonlyMap<string, Image>): Image => {
  const step = steps[name]
  if (step === undefined) throw new Error(`The instruction ${name} is not known here`)
  const began = Date.now()
  const changed = step(image, text, built)
  if (name === "RUN" || name === "COPY") console.log(`${name} ${text}: ${((Date.now() - began) / 1000).toFixed(0)} s`)
  return { ...image, ...changed }
}

/** Builds the last stage of a Dockerfile; `makeRoot` makes the root of a base image. */
export const buildImage = (file: string, makeRoot: (stage: Stage) => string): Image => {
  const built = new Map<string, Image>()
  let last: Image | undefined
  for (const stage of readDockerfile(file)) {
    const empty: Image = {
      root: makeRoot(stage),
      environment: {},
      directory: "/",
      user: "root",
      volumes: [],
      command: [],
      healthCheck: []
    }
    last = stage.instructions.reduce((image, instruction) => apply(image, instruction, built), empty)
    if (stage.name !== undefined) built.set(stage.name, last)
  }
  if (last === undefined) throw new Error(`${file} has no stage`)
  return last
}
