/** The JSON Schema of the appearance of a survey. */
import { namedSchema } from "../../shared/FieldSchema.ts"

/** The fields that SDKs read and that are not checked, with their meanings. */
const unchecked = {
  backgroundColor: "The colour behind it, as CSS writes it.",
  borderColor: "The colour of its border.",
  textColor: "The colour of its texts.",
  inputBackground: "The colour behind inputs.",
  inputTextColor: "The colour of texts in inputs.",
  submitButtonColor: "The colour of the button to go on.",
  submitButtonTextColor: "The colour of the text of that button.",
  submitButtonText: "The text of that button.",
  ratingButtonColor: "The colour of the buttons of a rating.",
  ratingButtonActiveColor: "The colour of the chosen button of a rating.",
  disabledButtonOpacity: "The opacity of a button that cannot be pressed.",
  placeholder: "The text of an empty input.",
  displayThankYouMessage: "Whether the thanks are shown.",
  autoDisappear: "Whether the thanks go by themselves.",
  position: "The corner or side of the page: `right`, `left`, `center`, ….",
  tabPosition: "The place of the tab of a widget.",
  widgetType: "The form of a widget: `button`, `tab` or `selector`.",
  widgetSelector: "The CSS selector of the element that opens a widget.",
  widgetLabel: "The text of a widget.",
  widgetColor: "The colour of a widget.",
  fontFamily: "The font.",
  maxWidth: "The greatest width, as CSS writes it.",
  zIndex: "The layer of the page.",
  boxPadding: "The space within its border.",
  hideCancelButton: "Whether it lacks the button that closes it.",
  disableAutofocus: "Whether the first input is left without the cursor.",
  allowGoBack: "Whether people can go back to the question before.",
  backButtonText: "The text of the button to go back."
}

/** Further names are kept as sent. */
export const appearanceSchema = namedSchema("SurveyAppearance", {
  type: "object",
  description: "The appearance of a survey. SDKs read these names; others are kept as sent.",
  properties: {
    thankYouMessageHeader: { type: ["string", "null"], description: "The heading of the thanks." },
    thankYouMessageDescription: { type: ["string", "null"], description: "The text of the thanks." },
    thankYouMessageDescriptionContentType: { enum: ["text", "html", "", null], description: "The form of that text." },
    thankYouMessageCloseButtonText: {
      type: ["string", "null"],
      description: "The text of the button that closes the thanks."
    },
    surveyPopupDelaySeconds: {
      type: ["number", "null"],
      minimum: 0,
      description: "The seconds that a page is open before the survey is shown."
    },
    whiteLabel: { type: ["boolean", "null"], description: "Whether the name of the software is left out." },
    shuffleQuestions: { type: ["boolean", "null"], description: "Whether the questions come in any order." },
    ...Object.fromEntries(Object.entries(unchecked).map(([name, description]) => [name, { description }]))
  },
  additionalProperties: true,
  examples: [{ backgroundColor: "#fff", thankYouMessageHeader: "Thank you!", surveyPopupDelaySeconds: 5 }]
})
