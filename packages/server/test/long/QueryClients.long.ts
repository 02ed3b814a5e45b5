import { manyClientsAreServed } from "../QueryClients.ts"

manyClientsAreServed({ clients: 180, rounds: 5 }, { clients: 20, rounds: 5 })
