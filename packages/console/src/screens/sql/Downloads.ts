import type { Client } from "@hedgerow/client"
import { saveFile } from "../../parts/SaveFile.ts"

/** The forms of files that a statement's rows are saved in. */
export const fileForms = { csv: "CSV", parquet: "Parquet" } as const
export type FileForm = keyof typeof fileForms

/** Saves all rows of a statement as a file of the browser. */
export const download = async (client: Client, sql: string, form: FileForm): Promise<void> => {
  const stream = form === "csv" ? await client.query.csv(sql) : await client.query.parquet(sql)
  saveFile(await new Response(stream).blob(), `hedgerow.${form}`)
}
