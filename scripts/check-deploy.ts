/** Validates the files of `deploy/` by their schemas and by the programs that read them, and puts the proxies to work. */
import { checkCaddy, checkNginx, checkPrometheus, checkUnit } from "./deploy/Configurations.ts"
import { checkCompose, checkKubernetes } from "./deploy/Manifests.ts"
import { checkProxies } from "./deploy/Proxies.ts"

const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  "compose.yaml by the Compose Specification": checkCompose,
  "kubernetes/ by the schemas and types of its API": checkKubernetes,
  "systemd/ by systemd-analyze": checkUnit,
  "prometheus/ by promtool": checkPrometheus,
  "caddy/ by caddy": checkCaddy,
  "nginx/ by nginx": checkNginx,
  "caddy/ and nginx/ before a server": checkProxies
}

for (const [name, check] of Object.entries(parts)) {
  await check()
  console.log(name)
}
