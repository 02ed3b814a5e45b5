export { TestApi, type TestEvent, UnexpectedAnswer } from "./TestApi.ts"
