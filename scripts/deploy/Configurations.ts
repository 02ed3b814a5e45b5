import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { makeFolder, run } from "../release/Packages.ts"
import { toolPath } from "./DebianTools.ts"

/** The exposure, of 10, that `systemd-analyze security` may find. */
const mostExposure = 2

/** Verifies the unit, and that its sandbox is as tight as it was. */
export const checkUnit = (): void => {
  const folder = makeFolder()
  const unit = join(folder, "hedgerow.service")
  // The unit names the Node of a distribution, which need not be here.
  const text = readFileSync("deploy/systemd/hedgerow.service", "utf8").replace("/usr/bin/node", process.execPath)
  writeFileSync(unit, text)
  const analyze = "systemd-analyze"
  run(analyze, ["verify", "--man=no", unit])
  run(analyze, ["security", "--offline=yes", `--threshold=${mostExposure * 10}`, unit])
}

/** Checks and tests the alert rules, and the parts of Prometheus' own configuration. */
export const checkPrometheus = (): void => {
  const directory = "deploy/prometheus"
  run(toolPath("promtool"), ["check", "config", "scrape.yaml"], directory)
  run(toolPath("promtool"), ["test", "rules", "alerts.test.yaml"], directory)
}

/** Checks the configuration of Caddy, and its form. */
export const checkCaddy = (): void => {
  const home = { HOME: makeFolder() }
  const file = "deploy/caddy/Caddyfile"
  run(toolPath("caddy"), ["validate", "--adapter", "caddyfile", "--config", file], ".", home)
  if (run(toolPath("caddy"), ["fmt", file], ".", home) !== readFileSync(file, "utf8")) {
    throw new Error(`${file} is not formatted: caddy fmt --overwrite ${file}`)
  }
}

const writeTo = (folder: string): string =>
  ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")

/** A certificate for the name of the examples, as Let's Encrypt would put it there. */
const makeCertificate = (folder: string): void => {
  const subject = ["-subj", "/CN=analytics.example.com", "-days", "1"]
  const files = ["-keyout", join(folder, "privkey.pem"), "-out", join(folder, "fullchain.pem")]
  run(toolPath("openssl"), ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files])
}

/** Checks the configuration of nginx, beside a certificate made for it. */
export const checkNginx = (): void => {
  const folder = makeFolder()
  makeCertificate(folder)
  mkdirSync(join(folder, "logs"))
  cpSync("deploy/nginx/hedgerow.conf", join(folder, "hedgerow.conf"))
  const text = readFileSync(join(folder, "hedgerow.conf"), "utf8")
  writeFileSync(
    join(folder, "hedgerow.conf"),
    text.replaceAll("/etc/letsencrypt/live/analytics.example.com", folder)
  )
  writeFileSync(
    join(folder, "nginx.conf"),
    `pid ${folder}/pid;\nevents {}\nhttp {\n${writeTo(folder)}\naccess_log off;\ninclude ${folder}/hedgerow.conf;\n}\n`
  )
  run(toolPath("nginx"), ["-t", "-q", "-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")])
}
