export { StorageNeedsWorkers } from "./composition/Composition.ts"
export { type Embedded, type FirstStart, Hedgerow, type Options, type Services } from "./composition/Hedgerow.ts"
export type { Login, LoginRequest, SignedIn } from "./composition/Login.ts"
