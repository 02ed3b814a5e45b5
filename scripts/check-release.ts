/** Fails when a release would publish something wrong: in its changesets, its manifests or the packed packages. */
import { changesetFaults } from "./release/Changesets.ts"
import { manifestFaults } from "./release/Manifests.ts"
import { makeFolder, packAll } from "./release/Packages.ts"
import { tarballFaults } from "./release/Tarballs.ts"

const folder = makeFolder()
packAll(folder)
const faults = [...changesetFaults(), ...manifestFaults(), ...await tarballFaults(folder)]

for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
