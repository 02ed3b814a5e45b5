import { Context } from "effect"

/**
 * Whether a key must have `feature_flag:write` to give a survey a targeting flag, to change it or to take it away. A host
 * application decides; `survey:write` is enough otherwise.
 */
export class TargetingNeedsFlagScope extends Context.Reference<boolean>(
  "@hedgerow/core/surveys/editing/SurveyPolicy/TargetingNeedsFlagScope",
  { defaultValue: () => false }
) {}
