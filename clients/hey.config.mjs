export default {
  input: "../docs/openapi.json",
  output: "out/hey",
  plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"]
}
