import { manyClientsAreServed } from "../QueryClients.ts"

manyClientsAreServed({ clients: 180, rounds: 9 }, { clients: 20, rounds: 9 })
