import manifest from "../package.json" with { type: "json" }

/** The version of this release: all packages share it. */
export const version: string = manifest.version
