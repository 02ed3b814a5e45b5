export default {
  hedgerow: {
    input: "../docs/openapi.json",
    // The address of a server is put in front of the paths by the `fetch` of the calls.
    output: { target: "out/orval/api.ts", client: "fetch", mode: "single" }
  }
}
