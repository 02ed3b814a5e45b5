import { existsSync, globSync, mkdirSync } from "node:fs"
import { join, resolve } from "node:path"
import { makeFolder, run } from "../release/Packages.ts"

/** The programs that check the files of `deploy/`, and the Debian packages that have them. */
const packageOf = {
  caddy: "caddy",
  nginx: "nginx",
  openssl: "openssl",
  promtool: "prometheus"
} as const

type DebianTool = keyof typeof packageOf

const unpacked = resolve("node_modules/.cache/debian")

const placesOf = (tool: DebianTool): ReadonlyArray<string> => [
  ...(process.env["PATH"] ?? "").split(":").map((directory) => join(directory, tool)),
  ...["/usr/sbin", "/usr/bin"].flatMap((directory) => [join(directory, tool), join(unpacked, directory, tool)])
]

/** Only the files of a package: to install it could start its service. */
const unpack = (name: string): void => {
  const folder = makeFolder()
  const download = `apt-get download ${name}`
  run("sh", ["-c", `${download} || (apt-get update && ${download})`], folder)
  mkdirSync(unpacked, { recursive: true })
  for (const file of globSync(`${folder}/*.deb`)) run("dpkg", ["--extract", file, unpacked], folder)
}

/** The path of a program: this computer's, or that of its Debian package, unpacked beside it. */
export const toolPath = (tool: DebianTool): string => {
  const find = () => placesOf(tool).find((path) => existsSync(path))
  const found = find()
  if (found !== undefined) return found
  unpack(packageOf[tool])
  const path = find()
  if (path === undefined) throw new Error(`The Debian package ${packageOf[tool]} has no ${tool}.`)
  return path
}
