import { byCount, type Macro, macro } from "../Macro.ts"

/** The tags that editors of the reference service draw: a tuple of the tag's name and of names and values in turn. */
export const composedTags: Readonly<Record<string, Macro>> = {
  sparkline: macro(
    "array",
    "Tuple",
    "a tag for a small chart of the numbers",
    "tuple('__hx_tag', 'Sparkline', 'data', a)",
    [
      "sparkline([1, 2])",
      ["__hx_tag", "Sparkline", "data", [1, 2]]
    ]
  ),
  recording_button: macro(
    "any, any?",
    "Tuple",
    "a tag for a button that opens the recording of the session, which may have the status b",
    byCount(
      1,
      "tuple('__hx_tag', 'RecordingButton', 'sessionId', a)",
      "tuple('__hx_tag', 'RecordingButton', 'sessionId', a, 'recordingStatus', b)"
    ),
    ["recording_button('s')", ["__hx_tag", "RecordingButton", "sessionId", "s"]]
  )
}
