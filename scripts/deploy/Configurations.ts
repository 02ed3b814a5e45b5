import { readFileSync, writeFileSync } from "node:fs"
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

/** Puts the configuration of nginx into a folder, with a certificate, and changed; answers the file that includes it. */
export const nginxIn = (folder: string, change: (text: string) => string): string => {
  makeCertificate(folder)
  const text = readFileSync("deploy/nginx/hedgerow.conf", "utf8")
  const here = text.replaceAll("/etc/letsencrypt/live/analytics.example.com", folder)
  writeFileSync(join(folder, "hedgerow.conf"), change(here))
  const file = join(folder, "nginx.conf")
  const http = `${writeTo(folder)}\naccess_log off;\ninclude ${folder}/hedgerow.conf;`
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\n${http}\n}\n`)
  return file
}

/** Checks the configuration of nginx, beside a certificate made for it. */
export const checkNginx = (): void => {
  const folder = makeFolder()
  run(toolPath("nginx"), ["-t", "-q", "-p", folder, "-e", "stderr", "-c", nginxIn(folder, (text) => text)])
}
