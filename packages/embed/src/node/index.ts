export { type FastifyLike, fastifyPlugin } from "./FastifyPlugin.ts"
export { type NodeHandler, nodeHandler } from "./NodeHandler.ts"
