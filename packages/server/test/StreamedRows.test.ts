import { streamsRows } from "./StreamedRows.ts"

streamsRows(200_000)
