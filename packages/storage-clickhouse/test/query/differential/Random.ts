/** The choices of the contract suites, by the same seed. */
export { Random } from "@hedgerow/testing/contracts"
