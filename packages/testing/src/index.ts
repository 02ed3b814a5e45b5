export * as QuickPasswords from "./QuickPasswords.ts"
export { type StartedTestApi, type StartOptions, startTestApi } from "./StartedTestApi.ts"
export { type CapturedEvent, TestApi, type TestEvent, UnexpectedAnswer } from "./TestApi.ts"
