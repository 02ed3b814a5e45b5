import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import type { FlagServer } from "../FlagServer.ts"

/** The API's answer to a request about surveys. */
export const sendSurvey = async (
  { key, url }: FlagServer,
  method: string,
  path: string,
  body?: object
): Promise<JsonRecord> => {
  const response = await fetch(`${url}/api/projects/@current/surveys/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? undefined : { body: JSON.stringify(body) })
  })
  return await response.json() as JsonRecord
}
