import { boolean } from "../shared/Fields.ts"

/** The fields that a change of how a dashboard is shared may have. */
export const sharingFields = {
  enabled: boolean().describe("Whether a link shows the dashboard. True makes one where there is none.", true)
}
