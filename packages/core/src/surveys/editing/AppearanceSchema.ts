/** The JSON Schema of the appearance of a survey. */
import { type JsonSchema, namedSchema } from "../../shared/FieldSchema.ts"

/** The kinds of values: the types that one may have beside null, and what they are called. */
export const appearanceKinds = {
  text: { types: ["string"], called: "a string" },
  size: { types: ["string", "number"], called: "a string or a number" },
  switch: { types: ["boolean"], called: "a boolean" }
} as const

interface Value {
  readonly kind: keyof typeof appearanceKinds
  readonly description: string
}

const text = (description: string): Value => ({ kind: "text", description })
const size = (description: string): Value => ({ kind: "size", description })
const toggle = (description: string): Value => ({ kind: "switch", description })

/** The fields that SDKs read and whose type alone is checked, with their meanings. */
export const appearanceValues: Readonly<Record<string, Value>> = {
  thankYouMessageHeader: text("The heading of the thanks."),
  thankYouMessageDescription: text("The text of the thanks."),
  thankYouMessageCloseButtonText: text("The text of the button that closes the thanks."),
  whiteLabel: toggle("Whether the name of the software is left out."),
  shuffleQuestions: toggle("Whether the questions come in any order."),
  backgroundColor: text("The colour behind it, as CSS writes it."),
  borderColor: text("The colour of its border."),
  textColor: text("The colour of its texts."),
  inputBackground: text("The colour behind inputs."),
  inputTextColor: text("The colour of texts in inputs."),
  submitButtonColor: text("The colour of the button to go on."),
  submitButtonTextColor: text("The colour of the text of that button."),
  submitButtonText: text("The text of that button."),
  ratingButtonColor: text("The colour of the buttons of a rating."),
  ratingButtonActiveColor: text("The colour of the chosen button of a rating."),
  disabledButtonOpacity: size("The opacity of a button that cannot be pressed."),
  placeholder: text("The text of an empty input."),
  displayThankYouMessage: toggle("Whether the thanks are shown."),
  autoDisappear: toggle("Whether the thanks go by themselves."),
  position: text("The corner or side of the page: `right`, `left`, `center`, …."),
  tabPosition: text("The place of the tab of a widget."),
  widgetType: text("The form of a widget: `button`, `tab` or `selector`."),
  widgetSelector: text("The CSS selector of the element that opens a widget."),
  widgetLabel: text("The text of a widget."),
  widgetColor: text("The colour of a widget."),
  fontFamily: text("The font."),
  maxWidth: size("The greatest width, as CSS writes it."),
  zIndex: size("The layer of the page."),
  boxPadding: size("The space within its border."),
  hideCancelButton: toggle("Whether it lacks the button that closes it."),
  disableAutofocus: toggle("Whether the first input is left without the cursor."),
  allowGoBack: toggle("Whether people can go back to the question before."),
  backButtonText: text("The text of the button to go back.")
}

const valueSchema = ({ description, kind }: Value): JsonSchema => ({
  type: [...appearanceKinds[kind].types, "null"],
  description
})

/** Further names are kept as sent. */
export const appearanceSchema = namedSchema("SurveyAppearance", {
  type: "object",
  description: "The appearance of a survey. SDKs read these names; others are kept as sent.",
  properties: {
    thankYouMessageDescriptionContentType: {
      enum: ["text", "html", "", null],
      description: "The form of the text of the thanks."
    },
    surveyPopupDelaySeconds: {
      type: ["number", "null"],
      minimum: 0,
      description: "The seconds that a page is open before the survey is shown."
    },
    ...Object.fromEntries(Object.entries(appearanceValues).map(([name, value]) => [name, valueSchema(value)]))
  },
  additionalProperties: true,
  examples: [{ backgroundColor: "#fff", thankYouMessageHeader: "Thank you!", surveyPopupDelaySeconds: 5 }]
})
