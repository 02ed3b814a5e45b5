import { cpSync, existsSync, mkdirSync, realpathSync } from "node:fs"
import { dirname, join } from "node:path"
import { run } from "../release/Packages.ts"

/** The certificates of this computer, by which its package registries are known. */
const certificates = "/etc/ssl/certs/ca-certificates.crt"

/** The directory of this computer's npm. */
const npm = (): string => dirname(dirname(run("sh", ["-c", "realpath $(command -v npm)"]).trim()))

/** An empty Debian in a directory, without anything that is optional. */
const makeDebian = (root: string): void => {
  if (!existsSync("/usr/sbin/debootstrap")) {
    run("sh", ["-c", "apt-get update && apt-get install -y --no-install-recommends debootstrap iproute2"])
  }
  const mirror = "http://deb.debian.org/debian"
  run("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", root, mirror])
}

/**
 * Makes an empty root directory what `node:24-bookworm-slim` is: Debian without anything that is optional, the Node of
 * this repository, npm, and the user `node`.
 */
export const makeNodeRoot = (root: string): void => {
  makeDebian(root)
  run("chroot", [root, "useradd", "--uid", "1000", "--user-group", "--create-home", "node"])
  cpSync(realpathSync(process.execPath), join(root, "usr/local/bin/node"))
  mkdirSync(join(root, "usr/local/lib/node_modules"), { recursive: true })
  cpSync(npm(), join(root, "usr/local/lib/node_modules/npm"), { recursive: true, dereference: true })
  for (const name of ["npm", "npx"]) {
    run("ln", ["-s", `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, "usr/local/bin", name)])
  }
  for (const file of ["/etc/resolv.conf", certificates]) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    run("cp", ["--dereference", file, join(root, file)])
  }
}

const devices = ["null", "zero", "random", "urandom"]

/** The lines of a shell that mount what a process in the root needs. */
export const mounts = (root: string): ReadonlyArray<string> => [
  `mount -t proc proc ${root}/proc`,
  `mount -t tmpfs -o mode=755 dev ${root}/dev`,
  ...devices.map((name) => `touch ${root}/dev/${name} && mount --bind /dev/${name} ${root}/dev/${name}`),
  `ln -s /proc/self/fd ${root}/dev/fd`
]

/** The arguments of `unshare` that run lines of a shell in mounts and processes of their own. */
export const apart = (lines: ReadonlyArray<string>, ...others: ReadonlyArray<string>): ReadonlyArray<string> => [
  "--mount",
  "--pid",
  "--fork",
  "--kill-child",
  ...others,
  "sh",
  "-ec",
  lines.join("\n")
]

/** The environment of a process in the root, and nothing else. */
export const environmentOf = (values: Readonly<Record<string, string>>): ReadonlyArray<string> => [
  "env",
  "-i",
  "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  `NODE_EXTRA_CA_CERTS=${certificates}`,
  ...Object.entries(values).map(([name, value]) => `${name}=${value}`)
]
